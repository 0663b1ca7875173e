package dev.loomweight.input.text;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a thread dump that need taking apart. By hand, and from left to right: names of threads and classes come
 * from the program that was dumped, and an expression that backtracks takes the square of their length, or a call for
 * each slash in them.
 */
final class ThreadDumpLine {

    private static final String VIRTUAL = " virtual";

    private ThreadDumpLine() {}

    /**
     * {@code #22 "name" virtual WAITING 2026-11-21T10:15:00Z}: the head of a thread.
     *
     * @param id the thread's number
     * @param name its name, which may hold quotes
     * @param virtual whether it says so
     * @param state its state, or null where it is unknown
     */
    record Header(
            long id, String name, boolean virtual, @Nullable String state) {

        /** The thread that begins with it. */
        OpenThread open() {
            OpenThread thread = new OpenThread();
            thread.id = id;
            thread.name = name;
            thread.virtual = virtual;
            thread.carrier = virtual ? DumpedThread.NOT_SHOWN : Quantity.of(0);
            thread.state = state;
            return thread;
        }

        /** The head of a thread, or null for any other line. */
        static @Nullable Header of(String text) {
            int begin = 1;
            while (begin < text.length() && isDigit(text.charAt(begin))) {
                begin++;
            }
            if (!text.startsWith("#") || begin == 1 || !text.startsWith(" \"", begin)) {
                return null;
            }
            long id = DumpReading.number(text.substring(1, begin));
            begin += 2;
            // The first quote that nothing but a state follows.
            for (int end = text.indexOf('"', begin); end >= 0; end = text.indexOf('"', end + 1)) {
                boolean virtual = text.startsWith(VIRTUAL, end + 1);
                int at = end + 1 + (virtual ? VIRTUAL.length() : 0);
                int stateEnd = stateEnd(text, at + 1);
                if (at == text.length() || (text.charAt(at) == ' ' && stateEnd > at + 1)) {
                    String state = at == text.length() ? null : text.substring(at + 1, stateEnd);
                    return new Header(id, text.substring(begin, end), virtual, state);
                }
            }
            return null;
        }

        /** Where the capital letters from a place on end, if a word ends there; else that place. */
        private static int stateEnd(String text, int from) {
            int end = from;
            while (end < text.length() && isCapital(text.charAt(end))) {
                end++;
            }
            boolean ends = end >= text.length() || !Character.isLetterOrDigit(text.charAt(end));
            return ends ? end : from;
        }

        private static boolean isCapital(char c) {
            return (c >= 'A' && c <= 'Z') || c == '_';
        }
    }

    /**
     * {@code at java.base/java.lang.Thread.run(Thread.java:1474)}: a frame.
     *
     * @param className the class, without module and loader; of a hidden one with the number after its slash
     * @param method the method's name
     * @param place what is between the brackets
     */
    record FrameLine(String className, String method, String place) {

        /** A frame, or null for any other line. */
        static @Nullable FrameLine of(String text) {
            int from = text.startsWith("at ") ? 3 : 0;
            int open = text.indexOf('(', from);
            int dot = open < 0 ? -1 : text.lastIndexOf('.', open);
            if (dot < from || !text.endsWith(")") || text.lastIndexOf(')', open) >= from) {
                return null;
            }
            int slash = text.lastIndexOf('/', dot);
            if (slash > from && isNumber(text, slash + 1, dot)) {
                slash = text.lastIndexOf('/', slash - 1);
            }
            String className = text.substring(Math.max(from, slash + 1), dot);
            String method = text.substring(dot + 1, open);
            return isName(className) && isName(method)
                    ? new FrameLine(className, method, text.substring(open + 1, text.length() - 1))
                    : null;
        }

        private static boolean isNumber(String text, int from, int to) {
            return text.startsWith("0x", from)
                    && to > from + 2
                    && text.substring(from + 2, to).chars().allMatch(c -> Character.digit(c, 16) >= 0);
        }

        private static boolean isName(String name) {
            return !name.isEmpty() && name.chars().noneMatch(Character::isWhitespace);
        }
    }

    /**
     * {@code "name" #22 [4711] daemon prio=5 os_prio=0 ...}: the head of a thread in {@code Thread.print}; or {@code "name" -
     * Thread t@22} of VisualVM, or {@code "name" daemon prio=5 Id=22 WAITING on ... owned by "other" Id=23} of {@code ThreadInfo}.
     *
     * @param id the thread's number, 0 for a thread of the JVM's own
     * @param name its name, which may hold quotes
     * @param by what prints such heads
     * @param rest what follows the name
     */
    record PrintHeader(long id, String name, By by, String rest) {

        /** What prints a head. */
        enum By {
            /** The JVM. */
            JVM,
            /** {@code jhsdb}, which has the heads of the JVM. */
            JHSDB,
            /** VisualVM, and what has its format. */
            VISUALVM,
            /** {@code ThreadInfo.toString}. */
            THREAD_INFO
        }

        private static final String OF_VISUALVM = " - Thread t@";
        private static final String OF_INFO = " Id=";
        private static final String OWNER = "\" Id=";
        private static final String ON_LOCK = " on lock=";
        private static final int MAX_DIGITS = 24;
        private static final BigDecimal NANOS_PER_MILLISECOND = BigDecimal.valueOf(1_000_000);

        /** Whether a line has what only heads of threads have. */
        static boolean isLikely(String text) {
            return text.contains(" tid=0x") || text.contains(OF_VISUALVM) || text.contains(OF_INFO);
        }

        /** The head of a thread, or null for any other line. */
        static @Nullable PrintHeader of(String text) {
            if (!text.startsWith("\"")) {
                return null;
            }
            // The first quote that the rest of a head follows.
            for (int end = text.indexOf('"', 1); end >= 0; end = text.indexOf('"', end + 1)) {
                int at = end + 1;
                String name = text.substring(1, end);
                if (text.startsWith(OF_VISUALVM, at)) {
                    return new PrintHeader(numberAt(text, at + OF_VISUALVM.length()), name, By.VISUALVM, "");
                }
                long id = 0;
                if (text.startsWith(" #", at)) {
                    int digits = digitsFrom(text, at + 2);
                    id = DumpReading.number(text.substring(at + 2, digits));
                    at = digits;
                    if (text.startsWith(" [", at)) {
                        digits = digitsFrom(text, at + 2);
                        at = text.startsWith("]", digits) ? digits + 1 : at;
                    }
                }
                int info = id == 0 ? ofInfo(text, at) : -1;
                int state = info < 0 ? -1 : digitsFrom(text, info) + 1;
                // Without a state it is the end of another's, of whom this is the owner.
                if (state > 0
                        && state < text.length()
                        && (Character.isUpperCase(text.charAt(state)) || text.startsWith("in ", state))) {
                    return new PrintHeader(
                            numberAt(text, info), name, By.THREAD_INFO, text.substring(digitsFrom(text, info)));
                }
                // Native images print no priority (TextSniffer).
                if ((text.startsWith(" daemon ", at) && !text.startsWith(" daemon t", at))
                        || text.startsWith(" prio=", at)
                        || text.startsWith(" os_prio=", at)) {
                    return new PrintHeader(id, name, By.JVM, text.substring(at));
                }
            }
            return null;
        }

        /** The place of the number after {@code Id=}, which little else precedes, or -1. */
        private static int ofInfo(String text, int from) {
            int at = text.startsWith(" daemon", from) ? from + 7 : from;
            at = text.startsWith(" prio=", at) ? digitsFrom(text, at + 6) : at;
            return text.startsWith(OF_INFO, at) ? at + OF_INFO.length() : -1;
        }

        private static long numberAt(String text, int from) {
            return DumpReading.number(text.substring(from, digitsFrom(text, from)));
        }

        /** The thread that begins with it. */
        OpenThread open() {
            OpenThread thread = new OpenThread();
            thread.id = id;
            thread.name = name;
            thread.virtual = false;
            if (by == By.THREAD_INFO) {
                String text = rest.strip();
                thread.state = (text.startsWith("in ") ? text.substring(3) : text).split(" ", 2)[0];
                int owner = rest.lastIndexOf(OWNER);
                thread.parkBlockerOwner = owner < 0 ? 0 : numberAt(rest, owner + OWNER.length());
            } else {
                thread.cpuNanos = cpuNanos(rest, 0);
                thread.entering = entering(rest, 0);
            }
            return thread;
        }

        /** The lock in a head of older tools, {@code "name" Id=22 in WAITING on lock=java.lang.Object@1b2c}; or null. */
        @Nullable
        String lock() {
            int at = by == By.THREAD_INFO ? rest.indexOf(ON_LOCK) : -1;
            return at < 0 ? null : rest.substring(at + ON_LOCK.length()).split(" ", 2)[0];
        }

        /** What the thread does, after the numbers of a head. */
        private static @Nullable Boolean entering(String text, int from) {
            return text.indexOf(" waiting for monitor entry", from) >= 0
                    ? Boolean.TRUE
                    : text.indexOf(" in Object.wait()", from) >= 0 ? Boolean.FALSE : null;
        }

        /** {@code cpu=77.04ms}, from a place on. */
        private static Quantity cpuNanos(String text, int from) {
            int begin = text.indexOf(" cpu=", from);
            int end = begin < 0 ? -1 : text.indexOf("ms", begin);
            if (end < 0 || end - begin > MAX_DIGITS) {
                return DumpedThread.NOT_SHOWN;
            }
            try {
                return Quantity.of(new BigDecimal(text.substring(begin + 5, end))
                        .multiply(NANOS_PER_MILLISECOND)
                        .longValue());
            } catch (NumberFormatException e) {
                return DumpedThread.NOT_SHOWN;
            }
        }
    }

    /**
     * {@code - locked <...>}: what the frame above it holds, or what its thread waits for.
     *
     * @param what which of them
     * @param lock what is between the brackets
     * @param className the class that {@code Thread.print} adds, or null
     * @param owner the number of the thread that owns it, or 0 where the line does not say
     */
    record LockLine(What what, String lock, @Nullable String className, long owner) {

        /** What a line says of a lock. */
        enum What {
            /** Held by the frame above. */
            LOCKED("- locked <"),
            /** Another thread holds it. */
            WAITING_TO_LOCK("- waiting to lock <"),
            /**
             * In {@code Object.wait}: of JDK 11 every thread that is there, of later ones a thread that has been notified, or
             * whose time is over, and that waits to enter again.
             */
            WAITING_TO_LOCK_AGAIN("- waiting to re-lock in wait() <"),
            /** In {@code Object.wait}. */
            WAITING_ON("- waiting on <"),
            /** Parked. */
            PARKING("- parking to wait for <"),
            /** Parked, as {@code Thread.print} writes it. */
            PARKING_PRINTED("- parking to wait for  <"),
            /** An owned lock, below {@code Locked ownable synchronizers}. */
            OWNED("- <");

            private final String begin;

            What(String begin) {
                this.begin = begin;
            }
        }

        /** What a line says, or null for any other line. */
        static @Nullable LockLine of(String text) {
            for (What what : What.values()) {
                int end = text.startsWith(what.begin) ? text.indexOf('>', what.begin.length()) : -1;
                if (end >= 0) {
                    String rest = text.substring(end + 1);
                    int close = rest.startsWith(" (a ") ? rest.indexOf(')') : -1;
                    return new LockLine(
                            what,
                            text.substring(what.begin.length(), end),
                            close < 0 ? null : rest.substring(4, close),
                            owner(rest));
                }
            }
            return null;
        }

        private static long owner(String rest) {
            int at = rest.indexOf("owner #");
            return at < 0 ? 0 : DumpReading.number(rest.substring(at + 7, digitsFrom(rest, at + 7)));
        }

        /** Puts it down for the thread that it belongs to. */
        void to(OpenThread thread, Lock of) {
            switch (what) {
                case LOCKED -> thread.addMonitor(of);
                case WAITING_TO_LOCK -> thread.blockedOn = of;
                case WAITING_TO_LOCK_AGAIN -> thread.inWait(of, thread.isEntering());
                case WAITING_ON -> thread.inWait(of, "BLOCKED".equals(thread.state));
                case PARKING, PARKING_PRINTED -> {
                    thread.parkBlocker = of;
                    thread.parkBlockerOwner = owner == 0 ? thread.parkBlockerOwner : owner;
                }
                case OWNED -> thread.synchronizers.add(of);
            }
        }
    }

    /** The place after the digits from a place on. */
    private static int digitsFrom(String text, int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
