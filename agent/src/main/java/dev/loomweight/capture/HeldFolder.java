package dev.loomweight.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder held open, because another user may change it at any moment: it stays the same folder whatever its path comes
 * to mean, and can be read after the process that gave access to it has ended.
 * <ul>
 *   <li>Everything in it is found by its name in this folder alone; no link is followed.
 *   <li>Only regular files are read; of one owner, where an owner is expected. Opening a FIFO does not block.
 *   <li>Deleting removes a name from this folder, never what a link points to.
 * </ul>
 *
 * <p>On a system without directory handles (neither Linux nor macOS) the same checks are made by path, which does not
 * protect against a user who changes the folder meanwhile.
 */
@SuppressWarnings("StreamResourceLeak") // The stream is what is held, until close().
public final class HeldFolder implements Closeable {

    private static final Path HERE = Path.of(".");
    private static final Path DESCRIPTORS = Proc.self().resolve("fd");

    private final Path path;
    private final DirectoryStream<Path> stream;
    private final @Nullable SecureDirectoryStream<Path> handle;
    private final @Nullable UserPrincipal owner;

    private HeldFolder(Path path, DirectoryStream<Path> stream, @Nullable UserPrincipal owner) throws IOException {
        this.path = path;
        this.stream = stream;
        this.handle = stream instanceof SecureDirectoryStream<Path> secure ? secure : null;
        this.owner = owner;
        UserPrincipal whose;
        try {
            whose = owner == null ? null : owner();
        } catch (IOException e) {
            close();
            throw e;
        }
        if (!Objects.equals(whose, owner)) {
            close();
            throw new FileSystemException(path.toString(), null, "it belongs to " + whose + ", not to " + owner);
        }
    }

    /**
     * Opens a folder by its path, whose links are followed.
     *
     * @param path where it is
     * @param owner the required owner of it and of every file in it, or null for any
     * @throws IOException if it cannot be opened, is not a folder or has another owner
     */
    public static HeldFolder open(Path path, @Nullable UserPrincipal owner) throws IOException {
        // With the dot, opening a FIFO fails instead of blocking.
        return new HeldFolder(path, Files.newDirectoryStream(path.resolve(".")), owner);
    }

    /**
     * Opens a folder by its path, whose links are followed. Where it belongs to another user than the caller, so must
     * every file in it that is read: what is in it can be that user's links to files of others.
     *
     * @param path where it is
     * @throws IOException if it cannot be opened, or is no folder
     */
    public static HeldFolder open(Path path) throws IOException {
        HeldFolder found = open(path, null);
        UserPrincipal whose = found.owner();
        return whose == null || whose.equals(ProcessUser.own()) ? found : new HeldFolder(path, found.stream, whose);
    }

    /**
     * Opens a folder in this one, which is no link.
     *
     * @throws IOException if it cannot be opened, is no folder, is a link, or does not belong to this folder's expected
     *     owner
     */
    public HeldFolder folder(String name) throws IOException {
        return folder(name, owner);
    }

    /** The same with an owner of its own, or null for anyone's. */
    public HeldFolder folder(String name, @Nullable UserPrincipal wanted) throws IOException {
        BasicFileAttributes named = attributes(name);
        if (!named.isDirectory()) {
            throw new NotDirectoryException(path.resolve(name).toString());
        }
        HeldFolder folder = new HeldFolder(path.resolve(name), list(Path.of(name, ".")), wanted);
        // The dot would have followed a link that was put there after the look; but then this is another folder.
        if (!Objects.equals(named.fileKey(), folder.key())) {
            folder.close();
            throw new FileSystemException(path.resolve(name).toString(), null, "it was replaced while it was opened");
        }
        return folder;
    }

    /**
     * Creates a folder in this one that only the caller may enter.
     *
     * @throws IOException if it cannot be made, or is replaced before it is opened
     */
    public HeldFolder makeFolder(String name) throws IOException {
        Path made = pinned().resolve(requireName(name));
        Files.createDirectory(made, OwnerOnly.folder(made));
        HeldFolder folder = folder(name, null);
        UserPrincipal whose = folder.owner();
        if (!folder.names().isEmpty() || (whose != null && !whose.equals(ProcessUser.own()))) {
            folder.close();
            throw new FileSystemException(path.resolve(name).toString(), null, "it was replaced while it was made");
        }
        return folder;
    }

    /** The path by which it was opened, for messages. */
    public Path path() {
        return path;
    }

    /** Identifies this folder; null where the system has no file keys. */
    @Nullable
    public Object key() throws IOException {
        return attributes(HERE).fileKey();
    }

    /** Its owner, or null where the system has none. */
    public @Nullable UserPrincipal owner() throws IOException {
        FileOwnerAttributeView view = view(HERE, FileOwnerAttributeView.class);
        return view == null ? null : view.getOwner();
    }

    /**
     * The names of all that is in it; empty where it cannot be listed.
     *
     * @return in no order
     */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        // A stream can be walked through once, so each walk has its own.
        try (DirectoryStream<Path> again = list(HERE)) {
            for (Path each : again) {
                names.add(String.valueOf(each.getFileName()));
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        return names;
    }

    /**
     * What the kernel says of a name; of a link, not of what it leads to.
     *
     * @throws IOException if there is nothing of that name
     */
    public BasicFileAttributes attributes(String name) throws IOException {
        return attributes(Path.of(requireName(name)));
    }

    private BasicFileAttributes attributes(Path name) throws IOException {
        BasicFileAttributeView posix = view(name, PosixFileAttributeView.class);
        BasicFileAttributeView view = posix == null ? view(name, BasicFileAttributeView.class) : posix;
        if (view == null) {
            throw new FileSystemException(
                    path.resolve(name.toString()).toString(), null, "its attributes cannot be read");
        }
        return view.readAttributes();
    }

    private <V extends FileAttributeView> @Nullable V view(Path name, Class<V> type) {
        return handle == null
                ? Files.getFileAttributeView(path.resolve(name.toString()), type, LinkOption.NOFOLLOW_LINKS)
                : handle.getFileAttributeView(name, type, LinkOption.NOFOLLOW_LINKS);
    }

    private DirectoryStream<Path> list(Path name) throws IOException {
        return handle == null
                ? Files.newDirectoryStream(path.resolve(name.toString()))
                : handle.newDirectoryStream(name);
    }

    /**
     * Opens a regular file for reading. Its attributes are checked before, so that nothing else is touched, and again on
     * the open file, which cannot be replaced any more.
     *
     * @param name its name in this folder
     * @param mostBytes how long it may be, in bytes; it can grow afterwards
     * @throws java.nio.file.NoSuchFileException if there is nothing of that name
     * @throws IOException if it is not a regular file, has another than the expected owner, is longer, or cannot be opened
     */
    public HeldFile open(String name, long mostBytes) throws IOException {
        Path shown = path.resolve(name);
        requireReadable(shown, attributes(name), mostBytes);
        FileChannel channel = HeldFile.withoutBlocking(() -> channel(name, Set.of(StandardOpenOption.READ)));
        try {
            HeldFile.Descriptor opened = HeldFile.descriptor(channel);
            requireReadable(shown, opened == null ? attributes(name) : opened.attributes(), mostBytes);
            return new HeldFile(channel, opened == null ? shown : opened.path());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private void requireReadable(Path shown, BasicFileAttributes found, long mostBytes) throws IOException {
        String refusal = null;
        if (!found.isRegularFile()) {
            refusal = "it is " + (found.isSymbolicLink() ? "a symbolic link" : "not a regular file");
        } else if (owner != null && found instanceof PosixFileAttributes posix && !owner.equals(posix.owner())) {
            refusal = "it belongs to " + posix.owner() + ", not to " + owner;
        } else if (found.size() > mostBytes) {
            refusal = "it has " + found.size() + " bytes, more than the limit of " + mostBytes;
        }
        if (refusal != null) {
            throw new FileSystemException(shown.toString(), null, refusal);
        }
    }

    /**
     * If this folder belongs to another user, checks that it holds only folders and regular files of that user, for
     * readers that need a path; it does not protect against a user who changes the folder meanwhile.
     *
     * @throws IOException if something else is in it, or it cannot be read
     */
    public void requirePlain() throws IOException {
        if (owner == null) {
            return;
        }
        for (String name : names()) {
            BasicFileAttributes found = attributes(name);
            if (found.isDirectory()) {
                try (HeldFolder inside = folder(name)) {
                    inside.requirePlain();
                }
            } else {
                requireReadable(path.resolve(name), found, Long.MAX_VALUE);
            }
        }
    }

    /**
     * Creates a file that only the caller may read and write, open for both.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the name is taken, by a link too
     * @throws IOException if it cannot be made
     */
    public FileChannel create(String name) throws IOException {
        return channel(name, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    /**
     * Opens a file of the expected owner so that it can be locked.
     *
     * @throws IOException if it is no regular file or cannot be opened
     */
    FileChannel openToLock(String name) throws IOException {
        requireReadable(path.resolve(name), attributes(name), Long.MAX_VALUE);
        return HeldFile.withoutBlocking(() -> channel(name, Set.of(StandardOpenOption.WRITE)));
    }

    /**
     * Deletes all that is in this folder, folders of the expected owner with all that is in them.
     *
     * @throws IOException if something cannot be deleted, or there is a folder of another owner; what was deleted until
     *     then is gone
     */
    void deleteAll() throws IOException {
        for (String name : names()) {
            if (attributes(name).isDirectory()) {
                try (HeldFolder inside = folder(name)) {
                    inside.deleteAll();
                }
                deleteFolder(name);
            } else {
                deleteFile(name);
            }
        }
    }

    private FileChannel channel(String name, Set<? extends OpenOption> how) throws IOException {
        Set<OpenOption> options = new HashSet<>(how);
        options.add(LinkOption.NOFOLLOW_LINKS);
        Path file = Path.of(requireName(name));
        if (handle == null) {
            return FileChannel.open(path.resolve(name), options, OwnerOnly.file(path));
        }
        SeekableByteChannel opened = handle.newByteChannel(
                file, options, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return (FileChannel) opened;
    }

    /**
     * Changes the owner of a file. It works by name, so only for a folder in which no other user can change names.
     */
    public void give(String name, UserPrincipal user) throws IOException {
        if (handle != null) {
            handle.getFileAttributeView(
                            Path.of(requireName(name)), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .setOwner(user);
        }
    }

    /** Lets other users pass through this folder, to files in it whose names they know. */
    public void letPass() throws IOException {
        if (handle != null) {
            handle.getFileAttributeView(PosixFileAttributeView.class)
                    .setPermissions(PosixFilePermissions.fromString("rwx--x--x"));
        }
    }

    /**
     * Deletes a name that is no folder: of a link, the link.
     *
     * @throws IOException if there is none, or it cannot be deleted
     */
    public void deleteFile(String name) throws IOException {
        if (handle == null) {
            Files.delete(path.resolve(requireName(name)));
        } else {
            handle.deleteFile(Path.of(requireName(name)));
        }
    }

    /**
     * Deletes a folder that is empty, and no link.
     *
     * @throws IOException if there is none, or it cannot be deleted
     */
    public void deleteFolder(String name) throws IOException {
        if (handle == null) {
            Files.delete(path.resolve(requireName(name)));
        } else {
            handle.deleteDirectory(Path.of(requireName(name)));
        }
    }

    /** The folder that this one is in. */
    public HeldFolder parent() throws IOException {
        return new HeldFolder(path.resolve(".."), list(Path.of("..")), null);
    }

    /** A path that means this folder while it is open; its path on a system without {@code /proc}. */
    private Path pinned() throws IOException {
        if (handle == null || !Files.isDirectory(DESCRIPTORS)) {
            return path;
        }
        Object key = key();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : all) {
                try {
                    if (Objects.equals(
                            key,
                            Files.readAttributes(descriptor, BasicFileAttributes.class)
                                    .fileKey())) {
                        return descriptor;
                    }
                } catch (IOException e) {
                    // Closed since the folder was listed, or no file.
                }
            }
        }
        throw new FileSystemException(path.toString(), null, "its descriptor was not found");
    }

    /** A name, as against a path: what names of files are taken from may be written by another user. */
    private static String requireName(String name) throws IOException {
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.contains("/") || name.contains("\0")) {
            throw new FileSystemException(name, null, "not a valid file name");
        }
        return name;
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            // It was only read.
        }
    }
}
