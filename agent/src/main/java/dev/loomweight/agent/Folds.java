package dev.loomweight.agent;

import dev.loomweight.amount.Durations;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiskGuard;
import dev.loomweight.capture.FolderTree;
import dev.loomweight.capture.own.Stretch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Folds of the agent's recording, one for each stretch of time, by a process beside the application, of which there is
 * never more than one. A stretch that cannot be folded is kept as a recording, the newest few.
 */
final class Folds {

    static final String SUFFIX = ".lwf";
    private static final int MAX_STRETCHES = 3;
    private static final long LONGEST_CLOSE_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final int PRINTED_BYTES = 400;

    /** Of a fold of some MB, which takes seconds: a process that hangs must not stay. */
    static final Duration LONGEST = Duration.ofMinutes(5);

    /**
     * DiskGuard looks ahead by one time less what was written between two looks, which the copy of a stretch can be, where
     * one is needed.
     */
    private static final int GUARDS_FACTOR = 9;

    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Source source;
    private final FoldLauncher command;
    private final Map<String, String> labels;
    private final Limits limits;
    private final Consumer<Instant> until;
    private final Consumer<String> log;
    private final Path folds;
    private final Path folding;
    private boolean failureSaid;
    private boolean lossSaid;
    private boolean closed;
    private boolean atWork;
    private @Nullable Process child;

    /** What is folded. */
    interface Source {
        /** Takes what is new since the last call into a new folder, if the disk has room for what has to be copied. */
        Stretch takeNewest(Path to, LongPredicate hasRoom) throws IOException;
    }

    /**
     * What folds may take.
     *
     * @param foldBytes how much all of them are, in bytes, and how much the recordings are that could not be folded
     * @param minFreeBytes what must stay free on the disk, in bytes
     * @param longest the time for one fold
     */
    record Limits(long foldBytes, long minFreeBytes, Duration longest) {}

    /**
     * Prepares them.
     *
     * @param labels what they are of
     * @param until takes until when there are folds, after each
     * @param log takes what there is to say, a line each
     * @throws DataException if their folders cannot be made
     */
    Folds(
            Source source,
            CaptureFolder capture,
            FoldLauncher command,
            Map<String, String> labels,
            Limits limits,
            Consumer<Instant> until,
            Consumer<String> log) {
        this.source = source;
        this.command = command;
        this.labels = labels;
        this.limits = limits;
        this.until = until;
        this.log = log;
        // The process has another working directory.
        this.folds = capture.createFolder(CaptureFolder.FOLDS).toAbsolutePath();
        this.folding = capture.createFolder(CaptureFolder.FOLDING).toAbsolutePath();
    }

    /** Folds what was recorded since the last call; called by one thread. */
    void fold() throws InterruptedException {
        synchronized (this) {
            if (closed) {
                return;
            }
            atWork = true;
        }
        try {
            foldNewest();
        } finally {
            synchronized (this) {
                atWork = false;
                notifyAll();
            }
        }
    }

    private void foldNewest() throws InterruptedException {
        String name = NAME.format(Instant.now());
        Path taken = folding.resolve(name);
        Path next = folding.resolve(name + SUFFIX);
        Path printed = folding.resolve("output.txt");
        boolean kept = false;
        try {
            Stretch stretch = source.takeNewest(taken, this::hasRoom);
            if (!stretch.followsTheOneBefore() && !lossSaid) {
                lossSaid = true;
                log.accept("folds may lack events: the recording went beyond max-size between two of them;"
                        + " use a larger max-size or a shorter fold-every");
            }
            if (stretch.bytes() == 0) {
                return;
            }
            String failure = run(taken, next, printed);
            if (failure == null) {
                Files.move(next, folds.resolve(name + SUFFIX), StandardCopyOption.ATOMIC_MOVE);
                limit(folds, Integer.MAX_VALUE);
                until.accept(Instant.EPOCH.plusNanos(stretch.endNanos()));
            } else if (!isClosed()) {
                kept = true;
                say(failure, taken);
            }
        } catch (IOException e) {
            if (!isClosed()) {
                say(CaptureFolder.reason(e), null);
            }
        } catch (DataException e) {
            // The fold is there; that the manifest cannot say so is no reason to stop.
            say(String.valueOf(e.getMessage()), null);
        } finally {
            delete(next);
            delete(printed);
            if (!kept) {
                delete(taken);
            }
            limit(folding, MAX_STRETCHES);
        }
    }

    private boolean hasRoom(long bytes) {
        return DiskGuard.freeBytes(folding) >= Math.max(limits.minFreeBytes + bytes, GUARDS_FACTOR * bytes);
    }

    /** Folds until the application ends. */
    void run(Duration every, BooleanSupplier isOver) throws InterruptedException {
        long next = System.nanoTime() + every.toNanos();
        while (!awaitClose(next - System.nanoTime()) && !isOver.getAsBoolean()) {
            fold();
            // A fold that took longer than the time between two is followed by the next at once, never joined by it.
            next = Math.max(next + every.toNanos(), System.nanoTime());
        }
    }

    /** True if it was closed within that time. */
    private boolean awaitClose(long nanos) throws InterruptedException {
        return await(() -> closed, nanos);
    }

    /** Whether something was so within that time; whoever changes it notifies. */
    private synchronized boolean await(BooleanSupplier reached, long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; !reached.getAsBoolean() && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return reached.getAsBoolean();
    }

    /** Whether nothing is folded any more. */
    synchronized boolean isClosed() {
        return closed;
    }

    /** Null, or why there is no fold. */
    private @Nullable String run(Path taken, Path fold, Path printed) throws IOException, InterruptedException {
        Process process;
        synchronized (this) {
            if (closed) {
                return "the application ends";
            }
            process = command.process(
                            taken, fold, labels, printed, System.getenv().getOrDefault("PATH", ""))
                    .start();
            child = process;
        }
        try {
            if (!process.waitFor(limits.longest.toNanos(), TimeUnit.NANOSECONDS)) {
                return "the command took longer than " + Durations.text(limits.longest);
            }
        } finally {
            end(process);
            synchronized (this) {
                child = null;
            }
        }
        if (process.exitValue() == 0 && Files.isRegularFile(fold)) {
            return null;
        }
        return "the command ended with status " + process.exitValue() + printed(printed);
    }

    private static String printed(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(PRINTED_BYTES), StandardCharsets.UTF_8);
            String line = text.strip().lines().findFirst().orElse("");
            return line.isEmpty() ? "" : " (" + line + ")";
        } catch (IOException e) {
            return "";
        }
    }

    /** Ends a process and those that it started; nothing is left to do for one that has ended. */
    private static void end(Process process) {
        try {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.getOutputStream().close();
        } catch (IOException | RuntimeException e) {
            // It has ended.
        }
    }

    private void say(String failure, @Nullable Path kept) {
        if (!failureSaid) {
            failureSaid = true;
            log.accept("no fold of the recording: " + failure
                    + (kept == null ? "" : "; it is in " + kept + ", and so are the newest that fail from now on"));
        }
    }

    /** No more processes; what runs is ended, and what it was folding is tidied up, which takes no longer than that. */
    void close() {
        Process running;
        synchronized (this) {
            closed = true;
            running = child;
            notifyAll();
        }
        if (running != null) {
            end(running);
        }
        try {
            await(() -> !atWork, LONGEST_CLOSE_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void limit(Path folder, int most) {
        List<Path> all = entries(folder);
        long bytes = 0;
        for (int i = all.size() - 1; i >= 0; i--) {
            bytes += bytes(all.get(i));
            if (all.size() - i > most || bytes > limits.foldBytes) {
                delete(all.get(i));
            }
        }
    }

    /** The folds, or the folders of stretches, the oldest first: names are times. */
    private List<Path> entries(Path folder) {
        return inside(folder).stream()
                .filter(path -> folder.equals(folds) ? path.toString().endsWith(SUFFIX) : Files.isDirectory(path))
                .toList();
    }

    private static List<Path> inside(Path folder) {
        try {
            return FolderTree.list(folder);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static long bytes(Path path) {
        return Files.isDirectory(path)
                ? inside(path).stream()
                        .mapToLong(file -> file.toFile().length())
                        .sum()
                : path.toFile().length();
    }

    /** A file, or a folder of files. */
    private static boolean delete(Path path) {
        boolean there = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        try {
            FolderTree.remove(path);
            return there;
        } catch (IOException e) {
            // It goes with its capture.
            return false;
        }
    }
}
