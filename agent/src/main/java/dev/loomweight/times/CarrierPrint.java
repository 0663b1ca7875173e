package dev.loomweight.times;

import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.jvm.Juc;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The threads in the answer of {@code Thread.print} that may be carriers: those that carry a virtual thread, and the
 * workers of pools.
 */
final class CarrierPrint {

    /** A head: {@code "name" #21 [4711] daemon ... cpu=1.23ms ... nid=4711 runnable  [0x...]}. */
    private static final Pattern HEAD = Pattern.compile("^\"(.*)\" #\\d+ (?:\\[(\\d+)\\] )?(.*)$");

    private static final Pattern CPU = Pattern.compile(" cpu=(\\d{1,15})\\.(\\d\\d)ms ");
    private static final Pattern NID = Pattern.compile(" nid=(\\d+|0x[0-9a-f]+) ");
    private static final String CARRYING = "   Carrying virtual thread #";
    private static final int MAX_DIGITS = 18;
    private static final String PARKED = "\tat " + Juc.FORK_JOIN_POOL + ".awaitWork(";

    private CarrierPrint() {}

    /**
     * A thread that may be a carrier.
     *
     * @param name its name
     * @param tid the kernel's number of it in its own name space
     * @param thread the number of the virtual thread that is mounted, or 0 where none is
     * @param waits whether it waits for work as a worker of a pool
     * @param cpuNanos the processor time that it has used, in nanoseconds, or {@link CarrierInterval#UNKNOWN}
     */
    record Worker(String name, long tid, long thread, boolean waits, long cpuNanos) {

        /** Whether a virtual thread is mounted. */
        boolean carries() {
            return thread != 0;
        }

        /** What the names of the workers of its pool begin with; its own name where it is not such a worker's. */
        String pool() {
            return CarrierNames.workersOf(name);
        }

        /** Whether it can be a worker of the JDK's scheduler, by its name: that of any pool which has no other. */
        boolean mayBeOfTheScheduler() {
            return !CarrierNames.poolOf(name).isEmpty();
        }
    }

    /** The threads, in the order of the text. */
    static List<Worker> read(String text) {
        List<Worker> workers = new ArrayList<>();
        Worker at = null;
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            char first = end > start ? text.charAt(start) : '\n';
            if (first == '"') {
                add(workers, at);
                at = head(text.substring(start, end));
            } else if (at != null && text.startsWith(CARRYING, start)) {
                at = new Worker(at.name, at.tid, number(text, start + CARRYING.length(), end), at.waits, at.cpuNanos);
            } else if (at != null && text.startsWith(PARKED, start)) {
                at = new Worker(at.name, at.tid, at.thread, true, at.cpuNanos);
            }
            start = end + 1;
        }
        add(workers, at);
        return workers;
    }

    private static void add(List<Worker> workers, @Nullable Worker worker) {
        if (worker != null && (worker.carries() || CarrierNames.isWorker(worker.name))) {
            workers.add(worker);
        }
    }

    /** The number between two places of the text; of any other text 1, since something is mounted. */
    private static long number(String text, int start, int end) {
        long number = 0;
        for (int i = start; i < end && Character.isDigit(text.charAt(i)) && i - start < MAX_DIGITS; i++) {
            number = 10 * number + Character.digit(text.charAt(i), 10);
        }
        return Math.max(1, number);
    }

    private static @Nullable Worker head(String line) {
        Matcher head = HEAD.matcher(line);
        if (!head.matches()) {
            return null;
        }
        String number = head.group(2);
        if (number == null) {
            Matcher nid = NID.matcher(head.group(3));
            if (!nid.find()) {
                return null;
            }
            number = nid.group(1);
        }
        Matcher cpu = CPU.matcher(head.group(3));
        long cpuNanos = cpu.find()
                ? Long.parseLong(cpu.group(1)) * 1_000_000 + Long.parseLong(cpu.group(2)) * 10_000
                : CarrierInterval.UNKNOWN;
        return new Worker(head.group(1), Long.decode(number), 0, false, cpuNanos);
    }
}
