package dev.loomweight.pins.carriers;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.sample.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sampled stack on a carrier shows: whose code it is, what that called in the JDK, and who called it.
 *
 * @param method the application's innermost method, or words in brackets where there is none
 * @param own where that is, or null where there is none
 * @param called the method of the JDK that it called, without a line; null where it ran itself
 * @param caller the application's method that called it; empty where there is none
 * @param way what the carrier was doing
 */
record RanStack(
        String method, @Nullable CodePlace own, @Nullable CodePlace called, String caller, Way way) {

    /** What the JVM's scheduler is called where it is in the place of a method. */
    static final String SCHEDULER = "(the scheduler, between virtual threads)";

    private static final String NO_STACK = "(no stack)";

    /** What a carrier was doing. */
    enum Way {
        /** It ran a virtual thread's code. */
        RUNS,
        /** It ran a virtual thread that gives its turn away, to continue at once. */
        YIELDS,
        /** It ran a virtual thread that waits for something by asking again and again. */
        SPINS,
        /** It ran a virtual thread that was about to wait, or let another continue. */
        PARKS,
        /** It ran the scheduler, between one virtual thread and the next. */
        SWITCHES
    }

    /**
     * What a stack shows.
     *
     * @param frames the innermost first
     * @param virtual whether a virtual thread was mounted
     * @param ownClasses prefixes of the application's own classes; where there are none, all but the JDK's are
     */
    static RanStack of(List<Frame> frames, boolean virtual, List<String> ownClasses) {
        if (frames.isEmpty()) {
            return new RanStack(virtual ? NO_STACK : SCHEDULER, null, null, "", virtual ? Way.RUNS : Way.SWITCHES);
        }
        if (!virtual) {
            return new RanStack(SCHEDULER, null, null, "", Way.SWITCHES);
        }
        int at = next(frames, 0, ownClasses);
        int own = at < 0 ? next(frames, 0, List.of()) : at;
        Way way = way(frames.subList(0, own < 0 ? frames.size() : own));
        if (own < 0) {
            return new RanStack(frames.getFirst().method(), null, null, "", way);
        }
        int caller = next(frames, own + 1, ownClasses);
        return new RanStack(
                frames.get(own).method(),
                frames.get(own).place(),
                own == 0 ? null : frames.get(own - 1).place().withoutLine(),
                caller < 0 ? "" : frames.get(caller).label(),
                way);
    }

    /** The method, and what it called. */
    String words() {
        return called == null ? method : method + ", in " + called;
    }

    private static int next(List<Frame> frames, int from, List<String> ownClasses) {
        for (int i = from; i < frames.size(); i++) {
            String name = frames.get(i).className();
            // The JVM's own class between a lambda and who calls it.
            if (!frames.get(i).isHidden()
                    && (ownClasses.isEmpty()
                            ? !JvmNames.isJdk(name)
                            : ownClasses.stream().anyMatch(name::startsWith))) {
                return i;
            }
        }
        return -1;
    }

    /** What the frames do that the application called, the outermost deciding. */
    private static Way way(List<Frame> called) {
        for (int i = called.size() - 1; i >= 0; i--) {
            Frame frame = called.get(i);
            String method = frame.methodName();
            if (frame.className().equals("java.lang.Thread") && method.equals("yield")) {
                return Way.YIELDS;
            }
            if (frame.className().equals("java.lang.Thread") && method.equals("onSpinWait")) {
                return Way.SPINS;
            }
            if (frame.className().equals(VirtualThreads.CLASS)
                    && (method.startsWith("park") || method.startsWith("unpark"))) {
                return Way.PARKS;
            }
        }
        return Way.RUNS;
    }
}
