package dev.loomweight.capture;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Folders for captures that follow each other: a process that is started again, as after it was killed, must neither
 * write over what the one before it left nor fill the disk with captures of restarts. {@code app.lw} is followed by
 * {@code app-2.lw} and so on, and the oldest is deleted when there would be too many. Only what this class has made is
 * ever deleted, and only when its process is gone: each holds a lock, which ends with its process. Nothing of another user
 * is written to or deleted, and no link is followed to what is.
 */
public final class CaptureSlots {

    static final String LOCK = "agent.lock";
    private static final Pattern NUMBER = Pattern.compile("-(\\d{1,6})(\\.lw)?$");
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
        List<String> made = made(first);
        // Numbers rise, even where an early one was deleted: the highest is the newest.
        int number =
                made.stream().mapToInt(name -> number(first, name) + 1).max().orElse(1);
        while (isTaken(numbered(first, number))) {
            number++;
        }
        CaptureFolder folder = CaptureFolder.create(numbered(first, number));
        lock(folder);
        delete(first, folder, made.subList(0, Math.max(0, made.size() - keep + 1)));
        return folder;
    }

    /** The captures of this name that this class has made, the oldest first. */
    static List<String> made(Path first) {
        Path parent = first.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            return List.of();
        }
        try (HeldFolder siblings = HeldFolder.open(parent, null)) {
            Map<String, FileTime> ages = new HashMap<>();
            for (String name : siblings.names()) {
                FileTime age = number(first, name) > 0 ? age(siblings, name) : null;
                if (age != null) {
                    ages.put(name, age);
                }
            }
            return ages.keySet().stream()
                    .sorted(Comparator.<String, FileTime>comparing(name -> Objects.requireNonNull(ages.get(name)))
                            .thenComparingInt(name -> number(first, name)))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** When a capture was begun, or null for a folder that this class did not make. */
    private static @Nullable FileTime age(HeldFolder siblings, String name) {
        try (HeldFolder capture = siblings.folder(name)) {
            BasicFileAttributes lock = capture.attributes(LOCK);
            return lock.isRegularFile() ? lock.lastModifiedTime() : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Also by a folder of another user, who could write to it. */
    private static boolean isTaken(Path path) {
        try (HeldFolder folder = HeldFolder.open(path, null)) {
            return !folder.names().isEmpty() || !CaptureFolder.mayWriteTo(folder);
        } catch (IOException e) {
            return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
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

    private static int number(Path first, String name) {
        if (name.equals(String.valueOf(first.getFileName()))) {
            return 1;
        }
        Matcher matcher = NUMBER.matcher(name);
        if (!matcher.find()) {
            return 0;
        }
        int number = Integer.parseInt(matcher.group(1));
        return String.valueOf(numbered(first, number).getFileName()).equals(name) ? number : 0;
    }

    // Held until the process ends, however it ends: the channel is never closed.
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

    /**
     * Deletes captures, unless they are in use or of another user than the new one. By handles: what lies in a folder
     * that others can write to can be exchanged for a link at any moment.
     */
    private static void delete(Path first, CaptureFolder newest, List<String> names) {
        Path parent = first.getParent();
        if (parent == null || names.isEmpty()) {
            return;
        }
        try (HeldFolder siblings = HeldFolder.open(parent, null);
                HeldFolder made = HeldFolder.open(newest.path(), null)) {
            UserPrincipal owner = made.owner();
            for (String name : names) {
                deleteUnlessInUse(siblings, name, owner);
            }
        } catch (IOException e) {
            // They stay, as they would without this agent.
        }
    }

    private static void deleteUnlessInUse(HeldFolder siblings, String name, @Nullable UserPrincipal owner) {
        try (HeldFolder capture = siblings.folder(name, owner);
                FileChannel channel = capture.openToLock(LOCK);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                return;
            }
            capture.deleteAll();
        } catch (IOException | OverlappingFileLockException e) {
            // It stays: another process, or this one, writes to it, or it may not be deleted.
            return;
        }
        try {
            siblings.deleteFolder(name);
        } catch (IOException e) {
            // Something is in it that was not there before.
        }
    }
}
