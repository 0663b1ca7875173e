import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Consumer;

/** What the foreign function interface can do to a carrier. */
public final class NativeCarriers implements Consumer<String> {

    @Override
    public void accept(String how) {
        try {
            if (how.equals("sleeps")) {
                sleeps();
            } else {
                callsBack();
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static void sleeps() throws Throwable {
        MethodHandle sleep = handle("sleep", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        while (true) {
            int left = (int) sleep.invokeExact(1);
            if (left < 0) {
                return;
            }
        }
    }

    private static void callsBack() throws Throwable {
        MethodHandle sort = handle(
                "qsort",
                FunctionDescriptor.ofVoid(
                        ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
        MethodHandle compare = MethodHandles.lookup()
                .findStatic(
                        NativeCarriers.class,
                        "compare",
                        MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment stub = Linker.nativeLinker()
                    .upcallStub(
                            compare,
                            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS),
                            arena);
            MemorySegment two = arena.allocate(16);
            while (true) {
                sort.invokeExact(two, 2L, 8L, stub);
            }
        }
    }

    static int compare(MemorySegment one, MemorySegment other) {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private static MethodHandle handle(String function, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().find(function).orElseThrow(), type);
    }
}
