package dev.loomweight.capture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Folders for captures that follow each other: a process that is started again, as after it was killed, must neither
 * write over what the one before it left nor fill the disk with captures of restarts. {@code app.lw} is followed by
 * {@code app-2.lw} and so on, and the oldest is deleted when there would be too many. Only what this class has made is
 * ever deleted, and only when its process is gone: each holds a lock, which ends with its process.
 */
public final class CaptureSlots {

    private static final String LOCK = "agent.lock";
    private static final List<FileLock> HELD = new CopyOnWriteArrayList<>();

    private CaptureSlots() {}

    /**
     * Makes the next capture.
     *
     * @param wanted the first one's folder
     * @param keep how many may be there, this one included; from 1 on
     * @throws DataException if it cannot be made
     */
    public static CaptureFolder next(Path wanted, int keep) {
        Path first = wanted.toAbsolutePath().normalize();
        List<Path> made = made(first);
        for (int i = 0; i <= made.size() - keep; i++) {
            deleteUnlessInUse(made.get(i));
        }
        // Numbers rise, even where an early one was deleted: the highest is the newest.
        int number =
                made.stream().mapToInt(path -> number(first, path) + 1).max().orElse(1);
        while (isTaken(numbered(first, number))) {
            number++;
        }
        CaptureFolder folder = CaptureFolder.create(numbered(first, number));
        lock(folder);
        return folder;
    }

    /** The captures of this name that this class has made, the oldest first. */
    private static List<Path> made(Path first) {
        Path parent = first.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> siblings = Files.list(parent)) {
            return siblings.filter(path -> number(first, path) > 0 && Files.exists(path.resolve(LOCK)))
                    .sorted(Comparator.comparing(CaptureSlots::age).thenComparingInt(path -> number(first, path)))
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    private static FileTime age(Path capture) {
        try {
            return Files.getLastModifiedTime(capture.resolve(LOCK));
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }

    private static boolean isTaken(Path path) {
        try (Stream<Path> inside = Files.list(path)) {
            return inside.findAny().isPresent();
        } catch (IOException e) {
            return Files.exists(path) && !Files.isDirectory(path);
        }
    }

    static Path numbered(Path first, int number) {
        if (number == 1) {
            return first;
        }
        String name = String.valueOf(first.getFileName());
        String stem = name.endsWith(".lw") ? name.substring(0, name.length() - 3) : name;
        return first.resolveSibling(stem + "-" + number + (name.endsWith(".lw") ? ".lw" : ""));
    }

    private static int number(Path first, Path path) {
        if (path.getFileName().equals(first.getFileName())) {
            return 1;
        }
        Matcher matcher = Pattern.compile("-(\\d{1,6})(\\.lw)?$")
                .matcher(path.getFileName().toString());
        if (!matcher.find()) {
            return 0;
        }
        int number = Integer.parseInt(matcher.group(1));
        return numbered(first, number).getFileName().equals(path.getFileName()) ? number : 0;
    }

    // Held until the process ends, however it ends: nobody closes the channel.
    private static void lock(CaptureFolder folder) {
        Path file = folder.resolve(LOCK);
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ);
            FileLock lock = channel.tryLock();
            HELD.add(lock);
        } catch (IOException | OverlappingFileLockException e) {
            // A file system without locks: the capture is as good, and may be deleted by a successor.
        }
    }

    private static void deleteUnlessInUse(Path capture) {
        try (FileChannel channel = FileChannel.open(capture.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock != null) {
                delete(capture);
            }
        } catch (IOException | UncheckedIOException | OverlappingFileLockException e) {
            // It stays: another process, or this one, writes to it, or it may not be deleted.
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
