package dev.loomweight.junit;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the project is whose tests run in this JVM, from what Maven, Gradle and IDEs tell their test JVMs. */
final class RunFolder {

    /** The folder of the recordings; by default {@code loomweight} in the build folder. */
    static final String DIR = "loomweight.dir";

    /** The configuration; by default the nearest {@code loomweight.toml}. */
    static final String CONFIG = "loomweight.config";

    /** {@code false} if recordings are deleted once they are judged. */
    static final String KEEP = "loomweight.keep";

    private static final String CONFIG_FILE = "loomweight.toml";
    private static final List<String> BUILD_FILES =
            List.of("pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts");
    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    private RunFolder() {}

    /** {@return the folder of the project, or of its module: absolute} */
    static Path project() {
        // Surefire and Failsafe say so; all others start the JVM there.
        String base = System.getProperty("basedir", "");
        return Path.of(base).toAbsolutePath().normalize();
    }

    /** {@return the file that this JVM records into} */
    static Path recording() {
        return recordings(project()).resolve("tests-" + ProcessHandle.current().pid() + ".jfr");
    }

    private static Path recordings(Path project) {
        String named = System.getProperty(DIR, "");
        if (!named.isEmpty()) {
            return project.resolve(named);
        }
        boolean gradle = System.getProperty("org.gradle.test.worker") != null
                || (!Files.exists(project.resolve("pom.xml")) && hasGradleFile(project));
        return project.resolve(gradle ? "build" : "target").resolve("loomweight");
    }

    private static boolean hasGradleFile(Path folder) {
        return BUILD_FILES.stream().anyMatch(name -> name.contains("gradle") && Files.exists(folder.resolve(name)));
    }

    /** {@return whether recordings stay after they were judged} */
    static boolean keepsRecordings() {
        return !"false".equalsIgnoreCase(System.getProperty(KEEP));
    }

    /**
     * The configuration of the project: the nearest in its folder and in those around it that belong to the same build.
     *
     * @return the file, or null if there is none
     */
    static @Nullable Path config() {
        Path project = project();
        String named = System.getProperty(CONFIG, "");
        if (!named.isEmpty()) {
            return project.resolve(named);
        }
        Path folder = project;
        while (folder != null) {
            Path config = folder.resolve(CONFIG_FILE);
            if (Files.isRegularFile(config)) {
                return config;
            }
            Path parent = folder.getParent();
            folder = parent != null && BUILD_FILES.stream().anyMatch(name -> Files.exists(parent.resolve(name)))
                    ? parent
                    : null;
        }
        return null;
    }

    /**
     * The class path of the tests. A build tool may start the JVM with a jar that only names it; what the class loader of
     * the tests finds is added.
     *
     * @param classes of tests, for class loaders that cannot be asked
     */
    static List<Path> classPath(Collection<Class<?>> classes) {
        Set<Path> paths = new LinkedHashSet<>();
        for (String property : List.of("surefire.test.class.path", "java.class.path", "jdk.module.path")) {
            for (String entry : System.getProperty(property, "").split(File.pathSeparator, -1)) {
                add(paths, entry.isEmpty() ? null : Path.of(entry));
            }
        }
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? RunFolder.class.getClassLoader() : context;
        for (String resource : List.of("", MANIFEST)) {
            try {
                for (URL url : Collections.list(loader.getResources(resource))) {
                    add(paths, root(url, resource));
                }
            } catch (IOException e) {
                // What the properties name remains.
            }
        }
        for (Class<?> type : classes) {
            if (type.getProtectionDomain().getCodeSource() != null) {
                URL location = type.getProtectionDomain().getCodeSource().getLocation();
                add(paths, location == null ? null : root(location, ""));
            }
        }
        return new ArrayList<>(paths);
    }

    private static void add(Set<Path> paths, @Nullable Path path) {
        if (path != null && Files.exists(path)) {
            paths.add(path.toAbsolutePath().normalize());
        }
    }

    /** The folder or jar that holds a resource; null if it is neither. */
    private static @Nullable Path root(URL url, String resource) {
        String text = url.toString();
        if (text.startsWith("jar:file:") && text.contains("!/")) {
            text = text.substring("jar:".length(), text.indexOf("!/"));
        } else if (text.startsWith("file:") && text.endsWith(resource)) {
            text = text.substring(0, text.length() - resource.length());
        } else {
            return null;
        }
        try {
            return Path.of(URI.create(text));
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            return null;
        }
    }
}
