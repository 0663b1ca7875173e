package dev.loomweight.capture;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The thread dumps of a capture, in its folder {@code dumps}: each compressed, and in {@code dumps.csv} when it was taken
 * and what it took. The oldest are removed where there are too many. Safe for several threads; a dump is taken after
 * the other.
 */
public final class ThreadDumps {

    /** The columns of the index. */
    public static final String COLUMNS = "file,time,tookNanos,pausedNanos";

    private static final String JSON = "Thread.dump_to_file -format=json";

    /** How many dumps are kept, unless a collector keeps fewer. */
    public static final int MAX_DUMPS = 10_000;

    private final CaptureFolder folder;
    private final long startedNanos;
    private final int most;
    private final long mostBytes;
    private final long minFreeBytes;
    private final LongUnaryOperator stopped;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private int number;
    private long keptBytes;
    private long lastBytes;
    private long tookNanos;
    private long pausedNanos;
    private boolean unknownPause;

    /** One file: its line of the index. */
    private record Kept(int number, String line, Path file, long bytes) {}

    /**
     * What was taken.
     *
     * @param file the JSON, or where the JDK has none, {@code Thread.print}; null where neither could be taken
     * @param tookNanos how long the JVM took for the file, in nanoseconds
     * @param pausedNanos for how long it stopped all its threads meanwhile, in nanoseconds; -1 where that is not known
     * @param missing why something is missing, in one line; null where nothing is
     */
    public record Taken(
            @Nullable Path file,
            long tookNanos,
            long pausedNanos,
            @Nullable String missing) {}

    /**
     * Prepares it; the folder is made with the first dump.
     *
     * @param startedNanos when the capture began, as {@link System#nanoTime} has it: names do not depend on a clock that is set
     * @param most how many dumps are kept; positive
     * @param mostBytes how much they are, compressed, in bytes; the newest is kept in any case
     * @param minFreeBytes what must stay free on the disk, in bytes
     */
    public ThreadDumps(CaptureFolder folder, long startedNanos, int most, long mostBytes, long minFreeBytes) {
        this(folder, startedNanos, most, mostBytes, minFreeBytes, Safepoints::nanos);
    }

    /** @param stopped for how long a process has stopped all its threads up to now, in nanoseconds, or -1 */
    ThreadDumps(
            CaptureFolder folder,
            long startedNanos,
            int most,
            long mostBytes,
            long minFreeBytes,
            LongUnaryOperator stopped) {
        this.stopped = stopped;
        this.folder = folder;
        this.startedNanos = startedNanos;
        this.most = most;
        this.mostBytes = mostBytes;
        this.minFreeBytes = minFreeBytes;
    }

    /**
     * Takes a dump of all threads.
     *
     * @param jvm the target
     * @param name its meaning, such as {@code periodic} or {@code alarm}; a word, since it is part of the name of the file
     * @param print what is taken of {@code Thread.print} as well; something in any case where the JDK has no JSON
     * @throws Unanswered if the target does not answer in time
     * @throws DataException if the capture cannot be written
     */
    public synchronized Taken take(DiagnosticCommands jvm, String name, DumpRequest.Print print) {
        Path dumps = dumps();
        if (DiskGuard.freeBytes(dumps) < minFreeBytes + 2 * lastBytes) {
            return new Taken(null, 0, 0, "no thread dump, since the disk of " + dumps + " is nearly full");
        }
        String stem = String.format(
                Locale.ROOT,
                "%03d-%ds-%s",
                number,
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedNanos),
                name);
        Taken json = one(jvm, dumps.resolve(stem + ".json"), JSON, true);
        DumpRequest.Print also =
                json.file == null && print == DumpRequest.Print.NONE ? DumpRequest.Print.THREADS : print;
        Taken text =
                also == DumpRequest.Print.NONE ? null : one(jvm, dumps.resolve(stem + ".txt"), also.command(), false);
        number++;
        trim();
        long took = json.tookNanos + (text == null ? 0 : text.tookNanos);
        boolean known = json.pausedNanos >= 0 && (text == null || text.pausedNanos >= 0);
        long paused = known ? json.pausedNanos + (text == null ? 0 : text.pausedNanos) : -1;
        tookNanos += took;
        pausedNanos += Math.max(0, paused);
        unknownPause |= !known;
        Taken counted = json.file == null && text != null ? text : json;
        String missing = json.file == null ? json.missing : text == null || text.file != null ? null : text.missing;
        return new Taken(counted.file, counted.tookNanos, counted.pausedNanos, missing);
    }

    /** Whether a dump was taken and is kept. */
    public synchronized boolean hasAny() {
        return !kept.isEmpty();
    }

    /** What is known of all dumps: keys as in {@code capture.json}. */
    public synchronized Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("taken", number);
        facts.put("files", kept.size());
        facts.put("tookNanos", tookNanos);
        if (!unknownPause) {
            facts.put("pausedNanos", pausedNanos);
        }
        return facts;
    }

    /**
     * One command of a dump.
     *
     * @param writes whether the JVM writes the file itself, as it does what can be large
     */
    private Taken one(DiagnosticCommands jvm, Path plain, String command, boolean writes) {
        Instant time = Instant.now();
        long before = stopped.applyAsLong(jvm.pid());
        long began = System.nanoTime();
        try {
            String answer = "";
            if (writes) {
                answer = jvm.runWriting(command, plain);
            } else {
                jvm.run(command, plain);
            }
            long took = System.nanoTime() - began;
            long after = stopped.applyAsLong(jvm.pid());
            if (!Files.exists(plain)) {
                return new Taken(null, took, 0, missing(command, answer));
            }
            long paused = before < 0 || after < before ? -1 : after - before;
            return new Taken(keep(plain, time, took, paused), took, paused, null);
        } catch (Unanswered e) {
            plain.toFile().delete();
            throw e;
        } catch (IOException e) {
            plain.toFile().delete();
            return new Taken(null, System.nanoTime() - began, 0, CaptureFolder.reason(e));
        } catch (DataException e) {
            plain.toFile().delete();
            return new Taken(null, System.nanoTime() - began, 0, missing(command, String.valueOf(e.getMessage())));
        }
    }

    private static String missing(String command, String answer) {
        return answer.contains("Unknown diagnostic command") || answer.startsWith("this JDK has no ")
                ? "this JDK has no " + command.split(" ", 2)[0]
                : "the target could not write a thread dump: " + answer.strip();
    }

    /** Compresses a file, names it in the index, and gives the compressed one. */
    private Path keep(Path plain, Instant time, long took, long paused) throws IOException {
        Path packed = plain.resolveSibling(plain.getFileName() + ".gz");
        lastBytes = Math.max(lastBytes, Files.size(plain));
        try (InputStream in = Files.newInputStream(plain, LinkOption.NOFOLLOW_LINKS);
                OutputStream file =
                        Files.newOutputStream(packed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                OutputStream out = new FastGzip(file)) {
            in.transferTo(out);
        } finally {
            plain.toFile().delete();
        }
        String line = packed.getFileName() + "," + time + "," + took + "," + paused + "\n";
        long bytes = Files.size(packed);
        kept.addLast(new Kept(number, line, packed, bytes));
        keptBytes += bytes;
        Path index = index();
        if (!Files.exists(index)) {
            Files.writeString(index, COLUMNS + "\n");
        }
        Files.writeString(index, line, StandardOpenOption.APPEND);
        return packed;
    }

    /** Lets the oldest dumps go, with all their files. */
    private void trim() {
        boolean trimmed = false;
        while (!kept.isEmpty()) {
            Kept oldest = kept.getFirst();
            boolean tooMany = number - oldest.number > most || keptBytes > mostBytes;
            if (!tooMany || oldest.number == number - 1) {
                break;
            }
            kept.removeFirst();
            keptBytes -= oldest.bytes;
            oldest.file.toFile().delete();
            trimmed = true;
        }
        if (trimmed) {
            StringBuilder lines = new StringBuilder(COLUMNS).append('\n');
            kept.forEach(each -> lines.append(each.line));
            Path next = index().resolveSibling(CaptureFolder.DUMPS_INDEX + ".next");
            try {
                Files.write(next, lines.toString().getBytes(StandardCharsets.UTF_8));
                Files.move(next, index(), StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw CaptureFolder.cannotWrite(next, e);
            }
        }
    }

    private Path index() {
        return folder.resolve(CaptureFolder.DUMPS).resolve(CaptureFolder.DUMPS_INDEX);
    }

    private Path dumps() {
        Path dumps = folder.resolve(CaptureFolder.DUMPS);
        try {
            if (!Files.isDirectory(dumps, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(dumps, OwnerOnly.folder(dumps));
            }
            return dumps;
        } catch (IOException e) {
            throw CaptureFolder.cannotWrite(dumps, e);
        }
    }

    /** A dump compresses well at any level, and an application may wait for the processor. */
    private static final class FastGzip extends GZIPOutputStream {

        FastGzip(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
