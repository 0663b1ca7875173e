package dev.loomweight.junit.judge;

import dev.loomweight.junit.spi.PlatformThread;
import dev.loomweight.junit.spi.ThreadOrigin;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.Party;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A thread that may be one that a test has left.
 *
 * @param id its {@code Thread.threadId()}
 * @param name its name; empty where it has none
 * @param platform what it was when its test ended; null for a virtual thread
 * @param origin by what code it was created; null where that is not known
 * @param tests those that can have created it, by their numbers
 * @param where what it does now; null where it has ended, or that is not known
 */
record LeftThread(
        long id,
        String name,
        @Nullable PlatformThread platform,
        @Nullable ThreadOrigin origin,
        Set<Integer> tests,
        @Nullable Party where) {

    /** Why a thread does not count that is alive after its test. */
    enum Uncounted {
        /** It works for whoever has work, and no JVM waits for it. */
        WORKER("worker of a pool", "workers of pools"),
        /** The JDK has it for itself. */
        OF_JDK("thread of the JDK", "threads of the JDK"),
        /** What runs the tests has it. */
        OF_RUNNER("thread of what runs the tests", "threads of what runs the tests"),
        /** It is created once in a JVM. */
        ONCE("thread of a static initializer, which runs once", "threads of static initializers, which run once"),
        /** The annotation allows it. */
        ALLOWED("thread that is allowed", "threads that are allowed");

        private final String one;
        private final String many;

        Uncounted(String one, String many) {
            this.one = one;
            this.many = many;
        }

        /** So many. */
        String words(long count) {
            return count + " " + (count == 1 ? one : many);
        }
    }

    LeftThread {
        tests = Set.copyOf(tests);
    }

    /** The same, and what it does. */
    LeftThread at(Party party) {
        return new LeftThread(id, name, platform, origin, tests, party);
    }

    boolean isVirtual() {
        return platform == null;
    }

    /**
     * Why it does not count; null if it does.
     *
     * @param allowed what the names of threads begin with that may stay, or names of classes or packages
     */
    @Nullable
    Uncounted uncounted(List<String> allowed) {
        boolean daemon = platform == null || platform.isDaemon();
        ThreadOrigin.Maker maker = origin == null ? ThreadOrigin.Maker.CODE : origin.maker();
        if (maker == ThreadOrigin.Maker.RUNNER) {
            return Uncounted.OF_RUNNER;
        }
        if (daemon && (maker == ThreadOrigin.Maker.POOL || (where != null && Spans.isOfPool(frames())))) {
            return Uncounted.WORKER;
        }
        if (platform != null
                && (platform.className().equals(JvmNames.INNOCUOUS_THREAD)
                        || (daemon && maker == ThreadOrigin.Maker.JDK))) {
            return Uncounted.OF_JDK;
        }
        if (origin != null && origin.initializer() != null) {
            return Uncounted.ONCE;
        }
        return allowed.stream().anyMatch(this::isOf) ? Uncounted.ALLOWED : null;
    }

    private boolean isOf(String allowed) {
        return name.startsWith(allowed)
                || (platform != null && isOf(platform.className(), allowed))
                || (origin != null && origin.classes().stream().anyMatch(type -> isOf(type, allowed)))
                || frames().stream().anyMatch(frame -> isOf(frame.className(), allowed));
    }

    /** Whether a class is the one that is named, or in it, or in a package of that name. */
    private static boolean isOf(String type, String allowed) {
        return type.startsWith(allowed)
                && (type.length() == allowed.length() || ".$/".indexOf(type.charAt(allowed.length())) >= 0);
    }

    /** Its stack, the innermost frame first; empty where it is not known. */
    List<Frame> frames() {
        return where == null ? List.of() : where.thread().frames();
    }
}
