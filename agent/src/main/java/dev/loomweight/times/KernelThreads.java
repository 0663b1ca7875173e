package dev.loomweight.times;

import dev.loomweight.capture.Proc;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel reports about the threads of a process: {@code /proc/PID/task/TID}, proc(5). Whatever cannot be read
 * is {@link CarrierInterval#UNKNOWN}. Used by one thread.
 */
final class KernelThreads implements Closeable {

    /** The state of a thread that cannot be read. */
    static final char GONE = '?';

    private static final long UNKNOWN = CarrierInterval.UNKNOWN;

    /** Files of this process that stay open. */
    private static final int MAX_OPEN_FILES = 64;

    /** Linux reports ticks to user space in hundredths of a second, whatever it counts in (USER_HZ). */
    private static final long NANOS_OF_TICK = 10_000_000;

    // In stat, counted from the state, which follows the name.
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;

    private final Path tasks;
    private final boolean statistics;
    private final boolean readable;
    private final byte[] buffer = new byte[4096];
    private final Map<Long, RandomAccessFile> states = new HashMap<>();
    private Map<Long, Integer> asked = Map.of();

    /**
     * What a thread has used since it began.
     *
     * @param atNanos when it was read, by {@link System#nanoTime}
     * @param runNanos for how long it was on a processor, in nanoseconds, or {@link CarrierInterval#UNKNOWN}
     * @param waitNanos for how long it was ready and waited for one, in nanoseconds, or {@link CarrierInterval#UNKNOWN}
     */
    record Times(long atNanos, long runNanos, long waitNanos) {}

    /** @param pid the process, in the name space of this one */
    KernelThreads(long pid) {
        tasks = Proc.of(pid).resolve("task");
        // Without statistics every thread has zeros; the first thread of a process has run.
        long[] leader = numbers(read(Proc.of(pid).resolve("schedstat")));
        statistics = leader.length == 3 && leader[2] > 0;
        readable = times(pid) != null;
    }

    /** Whether anything is known of the threads: not without {@code /proc}, nor of a process that hides. */
    boolean isReadable() {
        return readable;
    }

    /** Whether the kernel counts how long threads wait for a processor. */
    boolean hasStatistics() {
        return statistics;
    }

    /** The times of a thread, or null if there is no such thread, or it cannot be read. */
    @Nullable
    Times times(long tid) {
        Path task = tasks.resolve(Long.toString(tid));
        long before = System.nanoTime();
        if (statistics) {
            long[] numbers = numbers(read(task.resolve("schedstat")));
            return numbers.length == 3 ? new Times(middle(before), numbers[0], numbers[1]) : null;
        }
        String[] stat = stat(task);
        if (stat.length <= SYSTEM_TICKS) {
            return null;
        }
        long ticks = number(stat[USER_TICKS]) + number(stat[SYSTEM_TICKS]);
        return new Times(middle(before), ticks * NANOS_OF_TICK, UNKNOWN);
    }

    private static long middle(long before) {
        return before + (System.nanoTime() - before) / 2;
    }

    /**
     * The letter of a thread's state, such as {@code R} for one that runs or is ready to; {@link #GONE} without it. The
     * files of some threads stay open, so that this is cheap.
     */
    char state(long tid) {
        RandomAccessFile file = states.get(tid);
        boolean stays = file != null || states.size() < MAX_OPEN_FILES;
        boolean done = false;
        try {
            if (file == null) {
                file = new RandomAccessFile(
                        tasks.resolve(Long.toString(tid)).resolve("stat").toFile(), "r");
                if (stays) {
                    states.put(tid, file);
                }
            } else {
                file.seek(0);
            }
            char state = letter(file.read(buffer));
            done = true;
            return state;
        } catch (IOException e) {
            return GONE;
        } finally {
            if (!done) {
                states.remove(tid);
            }
            if (!done || !stays) {
                close(file);
            }
        }
    }

    /** The letter after the name, which is in brackets and can hold anything. */
    private char letter(int length) {
        for (int at = length - 3; at > 0; at--) {
            if (buffer[at] == ')') {
                return (char) buffer[at + 2];
            }
        }
        return GONE;
    }

    private static void close(@Nullable RandomAccessFile file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // It was open for reading.
        }
    }

    @Override
    public void close() {
        states.values().forEach(KernelThreads::close);
        states.clear();
    }

    /** The threads with their names, each cut to 15 characters. */
    Map<Long, String> names() {
        Map<Long, String> names = new LinkedHashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                names.put(
                        number(String.valueOf(task.getFileName())),
                        read(task.resolve("comm")).strip());
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The process has ended, or there is no /proc.
        }
        return names;
    }

    /**
     * Whether a thread of such a name is among those that were not asked about before.
     *
     * @param names takes names, each cut to 15 characters
     */
    boolean hasNew(Predicate<String> names) {
        boolean found = false;
        Map<Long, Integer> now = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                long tid = number(String.valueOf(task.getFileName()));
                int times = asked.getOrDefault(tid, 0);
                // Twice, since a thread has another name before it gets its own.
                found |= times < 2 && names.test(read(task.resolve("comm")).strip());
                now.put(tid, Math.min(2, times + 1));
            }
        } catch (IOException | DirectoryIteratorException e) {
            // As for the names.
        }
        asked = now;
        return found;
    }

    /** The threads by the numbers that they have in their own name space, as in a container. */
    Map<Long, Long> byInnerNumber() {
        Map<Long, Long> inner = new LinkedHashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                List<String> numbers = Proc.status(task, "NSpid:");
                if (!numbers.isEmpty()) {
                    inner.put(number(numbers.getLast()), number(String.valueOf(task.getFileName())));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // As for the names.
        }
        return inner;
    }

    private String[] stat(Path task) {
        String text = read(task.resolve("stat"));
        int name = text.lastIndexOf(')');
        return name < 0 || name + 2 >= text.length()
                ? new String[0]
                : text.substring(name + 2).split(" ", -1);
    }

    /** The first bytes of a file, all of those that matter; empty if there is none. */
    private String read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            int length = in.readNBytes(buffer, 0, buffer.length);
            return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private static long[] numbers(String text) {
        String[] words = text.strip().split(" ", -1);
        long[] numbers = new long[words.length];
        for (int i = 0; i < words.length; i++) {
            numbers[i] = number(words[i]);
        }
        return numbers;
    }

    private static long number(String word) {
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException e) {
            return UNKNOWN;
        }
    }
}
