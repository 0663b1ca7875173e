package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Optional;

/**
 * A native function, called by the FFM API, that calls a Java method, and that method sleeps: qsort of the C library
 * with a comparator in Java. The native frames lie on the carrier's own stack, so the virtual thread keeps it, on every
 * JDK. A recording shows no native frame, only the hidden classes of the stubs. Do not block in an upcall, or make the
 * downcall from a platform thread. (The API is final from JDK 22 on and called by reflection here, to run on 21 too.)
 */
public final class Upcall implements Exhibit {

    private static final long TWO = 2;

    @Override
    public void run() throws Exception {
        Runnable sort = around(() -> Blocking.sleep(37));
        Virtual.run("sorter", () -> {
            for (int i = 0; i < 7; i++) {
                sort.run();
            }
        });
    }

    /**
     * A call of the native function that calls the body back, once.
     *
     * @param body what runs inside of the native function
     * @throws Exception if this JDK has no foreign functions
     */
    public static Runnable around(Runnable body) throws Exception {
        Foreign foreign = new Foreign();
        MethodHandle compare = MethodHandles.insertArguments(
                MethodHandles.lookup()
                        .findStatic(
                                Upcall.class,
                                "compare",
                                MethodType.methodType(int.class, Runnable.class, Object.class, Object.class)),
                0,
                body);
        Object arena = foreign.type("Arena").getMethod("ofAuto").invoke(null);
        Object numbers = foreign.type("SegmentAllocator")
                .getMethod("allocate", long.class, long.class)
                .invoke(arena, TWO * Integer.BYTES, (long) Integer.BYTES);
        Object comparator = foreign.upcall(compare, arena);
        MethodHandle sort = foreign.qsort();
        return () -> sort(sort, numbers, comparator);
    }

    /** Two elements take one comparison. */
    private static void sort(MethodHandle qsort, Object numbers, Object comparator) {
        try {
            qsort.invoke(numbers, TWO, (long) Integer.BYTES, comparator);
        } catch (Throwable e) {
            throw new IllegalStateException("qsort failed", e);
        }
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // By its method handle it is.
    private static int compare(Runnable body, Object left, Object right) {
        body.run();
        return 0;
    }

    /** The part of java.lang.foreign that is needed, by reflection. */
    private static final class Foreign {

        private final Class<?> segment = type("MemorySegment");
        private final Class<?> layout = type("MemoryLayout");
        private final Class<?> descriptor = type("FunctionDescriptor");
        private final Class<?> options = type("Linker$Option").arrayType();
        private final Object linker = type("Linker").getMethod("nativeLinker").invoke(null);
        private final Object address = value("ADDRESS");

        Foreign() throws ReflectiveOperationException {}

        private Class<?> type(String name) throws ReflectiveOperationException {
            return Class.forName("java.lang.foreign." + name);
        }

        private Object value(String name) throws ReflectiveOperationException {
            return type("ValueLayout").getField(name).get(null);
        }

        private Object layouts(Object... all) {
            Object array = Array.newInstance(layout, all.length);
            for (int i = 0; i < all.length; i++) {
                Array.set(array, i, all[i]);
            }
            return array;
        }

        Object upcall(MethodHandle target, Object arena) throws ReflectiveOperationException {
            Object function = descriptor
                    .getMethod("of", layout, layout.arrayType())
                    .invoke(null, value("JAVA_INT"), layouts(address, address));
            return type("Linker")
                    .getMethod("upcallStub", MethodHandle.class, descriptor, type("Arena"), options)
                    .invoke(
                            linker,
                            target.asType(MethodType.methodType(int.class, segment, segment)),
                            function,
                            arena,
                            Array.newInstance(options.componentType(), 0));
        }

        MethodHandle qsort() throws ReflectiveOperationException {
            Object lookup = type("Linker").getMethod("defaultLookup").invoke(linker);
            Method find = type("SymbolLookup").getMethod("find", String.class);
            Object symbol = ((Optional<?>) find.invoke(lookup, "qsort")).orElseThrow();
            Object function = descriptor
                    .getMethod("ofVoid", layout.arrayType())
                    .invoke(null, layouts(address, value("JAVA_LONG"), value("JAVA_LONG"), address));
            return (MethodHandle) type("Linker")
                    .getMethod("downcallHandle", segment, descriptor, options)
                    .invoke(linker, symbol, function, Array.newInstance(options.componentType(), 0));
        }
    }
}
