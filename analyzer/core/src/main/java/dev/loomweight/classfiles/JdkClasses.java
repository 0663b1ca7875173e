package dev.loomweight.classfiles;

import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The classes of a JDK, in its {@code lib/modules} (JEP 220). The home's own {@code lib/jrt-fs.jar} reads the file, so
 * that a JDK newer or older than the running one can be read; the running one needs no other reader.
 */
public final class JdkClasses implements ClassContainer {

    private final Path home;
    private final FileSystem modules;
    private final Map<String, List<Path>> ofPackage = new ConcurrentHashMap<>();
    private volatile boolean broken;

    private JdkClasses(Path home, FileSystem modules) {
        this.home = home;
        this.modules = modules;
    }

    /**
     * Opens the classes of a JDK.
     *
     * @param home its {@code java.home}
     * @throws IOException if they cannot be opened; the message begins with the file's name
     */
    public static JdkClasses open(Path home) throws IOException {
        Path file = home.resolve("lib").resolve("modules");
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + ": no such file; pass the home of a JDK 9 or newer");
        }
        try {
            // The running JDK reads its own classes without loading another reader.
            boolean running = isRunning(home);
            Map<String, String> which = running
                    ? Map.of()
                    : Map.of("java.home", home.toAbsolutePath().toString());
            return new JdkClasses(home, FileSystems.newFileSystem(URI.create("jrt:/"), which));
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new IOException(file + ": " + ErrorText.of(e), e);
        }
    }

    /** Whether a home is that of the running JDK, which needs no code of it that does not run already. */
    public static boolean isRunning(Path home) {
        try {
            return Files.isSameFile(home, Path.of(System.getProperty("java.home")));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public @Nullable ClassBytes find(String path) throws IOException {
        int slash = path.lastIndexOf('/');
        if (slash < 0 || broken) {
            return null;
        }
        try {
            for (Path module : modulesOf(path.substring(0, slash).replace('/', '.'))) {
                Path file = module.resolve(path);
                if (Files.isRegularFile(file)) {
                    String at = home + "!" + module;
                    return new ClassBytes(
                            at, Files.readAllBytes(file), Archive.ofModule(String.valueOf(module.getFileName()), at));
                }
            }
            return null;
        } catch (IOException | RuntimeException | InternalError e) {
            // A file that is shorter than it says faults where it is mapped, which is an InternalError. It would fail
            // for every class, and one word on it is enough.
            broken = true;
            throw new IOException(home.resolve("lib").resolve("modules") + ": " + ErrorText.of(e), e);
        }
    }

    private List<Path> modulesOf(String packageName) throws IOException {
        List<Path> known = ofPackage.get(packageName);
        if (known == null) {
            known = new ArrayList<>();
            Path links = modules.getPath("/packages", packageName);
            if (Files.isDirectory(links)) {
                try (DirectoryStream<Path> all = Files.newDirectoryStream(links)) {
                    for (Path link : all) {
                        known.add(modules.getPath("/modules", String.valueOf(link.getFileName())));
                    }
                }
            }
            ofPackage.put(packageName, known);
        }
        return known;
    }

    @Override
    public void close() throws IOException {
        modules.close();
    }
}
