package dev.loomweight.agent;

import dev.loomweight.capture.JdkDoor;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.JvmStack;
import dev.loomweight.jvm.ThreadFacts;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.WaitKind;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Which virtual thread sits on each carrier. No public interface has it; a carrier's {@code Thread.cont} is the
 * continuation that it runs, the same on all JDKs from 21 on, and the instrumentation opens the door. Asks no virtual
 * thread to run, so it works with all carriers stuck.
 */
final class MountedThreads {

    private static final String INTERNAL = "jdk.internal.vm";
    private static final int MAX_GROUPS = 8;
    private static final int MAX_NAMED_THREADS = 4;
    private static final int MAX_NAME_CHARACTERS = 40;
    private static final int MAX_LOOKS = 50;
    private static final long LOOK_NANOS = 1_000_000;

    private final @Nullable Fields fields;
    private final CarrierCount carriers = new CarrierCount();

    private record Fields(Field continuation, Field target) {}

    /**
     * A carrier with what it runs.
     *
     * @param carrier the name of the carrier
     * @param state the state of the carrier: RUNNABLE also in native code
     * @param virtual what sits on it, in words; null where it is idle
     * @param stack the stack of that virtual thread, the innermost frame first
     */
    record Mounted(
            String carrier, Thread.State state, @Nullable String virtual, List<StackTraceElement> stack) {}

    MountedThreads(Instrumentation instrumentation) {
        fields = open(instrumentation);
    }

    private static @Nullable Fields open(Instrumentation instrumentation) {
        try {
            JdkDoor.open(instrumentation, Object.class, "java.lang", INTERNAL);
            Field continuation = Thread.class.getDeclaredField("cont");
            Field target = Class.forName(INTERNAL + ".Continuation").getDeclaredField("target");
            continuation.setAccessible(true);
            target.setAccessible(true);
            return new Fields(continuation, target);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /**
     * Whether the scheduler of virtual threads was started; does not start it, since the application may still have to
     * configure it.
     */
    boolean isScheduling() {
        return carriers.group() != null;
    }

    /**
     * All carriers with what they run now, by name; empty where this JDK does not show them. Takes a while where carriers
     * are idle.
     */
    List<Mounted> find() {
        ThreadGroup group = carriers.group();
        Fields opened = fields;
        return group == null || opened == null
                ? List.of()
                : CarrierCount.threads(group)
                        .sorted(Comparator.comparingInt(
                                        (Thread carrier) -> carrier.getName().length())
                                .thenComparing(Thread::getName))
                        .map(carrier -> seen(carrier, opened))
                        .toList();
    }

    /** Looks again where nothing was seen: carriers of threads that yield all the time are between two of them. */
    private static Mounted seen(Thread carrier, Fields fields) {
        Mounted mounted = on(carrier, fields);
        for (int i = 1; i < MAX_LOOKS && mounted.stack().isEmpty(); i++) {
            LockSupport.parkNanos(LOOK_NANOS);
            mounted = on(carrier, fields);
        }
        return mounted;
    }

    private static Mounted on(Thread carrier, Fields fields) {
        Thread mounted = null;
        try {
            Object continuation = fields.continuation.get(carrier);
            mounted = continuation == null ? null : captured(fields.target.get(continuation));
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Said as unknown.
            return new Mounted(carrier.getName(), carrier.getState(), "an unknown virtual thread", List.of());
        }
        if (mounted == null) {
            return new Mounted(carrier.getName(), carrier.getState(), null, List.of());
        }
        Thread.State state = carrier.getState();
        String name = mounted.getName();
        String words = "virtual thread #" + mounted.threadId()
                + (name.isEmpty()
                        ? ""
                        : " \""
                                + (name.length() > MAX_NAME_CHARACTERS
                                        ? name.substring(0, MAX_NAME_CHARACTERS) + "..."
                                        : name)
                                + "\"");
        return new Mounted(carrier.getName(), state, words, List.of(mounted.getStackTrace()));
    }

    /** The virtual thread whose continuation runs that target, which holds it in a field. */
    private static @Nullable Thread captured(@Nullable Object target) throws ReflectiveOperationException {
        for (Field field : target == null ? new Field[0] : target.getClass().getDeclaredFields()) {
            if (Thread.class.isAssignableFrom(field.getType())) {
                field.setAccessible(true);
                return (Thread) field.get(target);
            }
        }
        return null;
    }

    /** Does once what {@link #find} and {@link #words} do, so that all their classes are loaded. */
    void rehearse() {
        Fields opened = fields;
        if (opened == null) {
            return;
        }
        Mounted nothing = on(Thread.currentThread(), opened);
        Mounted example = new Mounted(
                "carrier",
                Thread.State.WAITING,
                "thread",
                List.of(Thread.currentThread().getStackTrace()));
        words(List.of(nothing, example));
    }

    /** What sits on the carriers, in words; those at the same place together, and bounded. */
    static String words(List<Mounted> all) {
        if (all.isEmpty()) {
            return "what sat on the carriers is not known on this JDK";
        }
        Map<String, List<Mounted>> byPlace = new LinkedHashMap<>();
        all.forEach(mounted -> byPlace.computeIfAbsent(place(mounted), any -> new ArrayList<>())
                .add(mounted));
        StringBuilder words = new StringBuilder();
        int left = byPlace.size();
        for (Map.Entry<String, List<Mounted>> at : byPlace.entrySet()) {
            if (byPlace.size() - left == MAX_GROUPS) {
                words.append("; ").append(left).append(" more places");
                break;
            }
            left--;
            List<Mounted> here = at.getValue();
            for (int i = 0; i < Math.min(MAX_NAMED_THREADS, here.size()); i++) {
                Mounted mounted = here.get(i);
                words.append(words.isEmpty() ? "" : i == 0 ? "; " : ", ").append(mounted.carrier());
                if (mounted.virtual() != null) {
                    words.append(" with ").append(mounted.virtual());
                }
            }
            if (here.size() > MAX_NAMED_THREADS) {
                words.append(" and ").append(here.size() - MAX_NAMED_THREADS).append(" more");
            }
            words.append(' ').append(at.getKey());
        }
        return words.toString();
    }

    /** The innermost frame of the application, and what it called of the JDK. */
    private static String place(Mounted mounted) {
        if (mounted.virtual() == null) {
            return "idle";
        }
        // With a carrier and yet not running: pinned.
        String how = switch (mounted.state()) {
            case WAITING, TIMED_WAITING -> " (waits" + waitsFor(mounted) + ", pinned)";
            case BLOCKED -> " (waits for a monitor, pinned)";
            default -> "";
        };
        List<StackTraceElement> stack = mounted.stack();
        for (int i = 0; i < stack.size(); i++) {
            StackTraceElement frame = stack.get(i);
            if (!JvmNames.isJdk(frame.getClassName())) {
                boolean top = i == 0;
                return "at " + method(frame) + (frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber())
                        + (top ? "" : " in " + method(stack.getFirst())) + how;
            }
        }
        return (stack.isEmpty() ? "without a stack" : "in " + method(stack.getFirst())) + how;
    }

    /** For what, as the reports on thread dumps have it; nothing where the frames do not show it. */
    private static String waitsFor(Mounted mounted) {
        WaitKind kind = ThreadWait.of(
                        new SeenFrames(mounted.stack()),
                        ThreadFacts.of(true, mounted.state().name(), true))
                .kind();
        return kind.isRunning() || kind == WaitKind.PARK ? "" : " for " + kind.words();
    }

    private static String method(StackTraceElement frame) {
        return JvmNames.stableName(frame.getClassName()) + "." + frame.getMethodName();
    }

    /** The frames of a thread of this JVM, as {@link Thread#getStackTrace} gives them. */
    private static final class SeenFrames extends JvmStack {

        private static final int NATIVE = 0x100;

        private final List<StackTraceElement> frames;

        SeenFrames(List<StackTraceElement> frames) {
            this.frames = frames;
        }

        @Override
        public int size() {
            return frames.size();
        }

        @Override
        protected String recordedClass(int i) {
            return frames.get(i).getClassName();
        }

        @Override
        protected String methodName(int i) {
            return frames.get(i).getMethodName();
        }

        @Override
        protected String descriptor(int i) {
            return "";
        }

        @Override
        protected int modifiers(int i) {
            return frames.get(i).isNativeMethod() ? NATIVE : 0;
        }

        @Override
        protected int bytecodeIndex(int i) {
            return -1;
        }

        @Override
        protected int line(int i) {
            return frames.get(i).getLineNumber();
        }
    }
}
