package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;

/**
 * A Gradle of what Maven Central has: the jar of its API, which holds the classes of most of Gradle's modules and, under
 * other names, of its libraries. Gradle finds each module by a jar of its name in the folder {@code lib}; here these have
 * nothing but the names of the modules that they need, and one refers to the jar of the API. Its classes that run tests
 * by the JUnit Platform use the names of a copy of that; they get the names of the project's own back.
 */
final class GradleHome {

    private static final String VERSION = "8.11.1";
    private static final String ALL = "gradle-all";
    private static final String COPIES = "org/gradle/internal/impldep/";
    private static final String NAMES = "-classpath.properties";
    private static final String RUNNERS = "org/gradle/api/internal/tasks/testing/junitplatform/";

    private final Path lib;
    private final Path driver;
    private final List<String> libraries = new ArrayList<>();

    private GradleHome(Path lib, Path driver) {
        this.lib = lib;
        this.driver = driver;
    }

    /**
     * Makes one.
     *
     * @param from the folder with the jar of the API and its libraries
     * @param to an empty folder
     */
    static GradleHome make(Path from, Path to) throws IOException {
        GradleHome home = new GradleHome(Files.createDirectories(to.resolve("home/lib")), to.resolve("driver"));
        Path api = from.resolve("gradle-api-" + VERSION + ".jar");
        try (Stream<Path> jars = Files.list(from)) {
            for (Path jar : jars.toList()) {
                String name = String.valueOf(jar.getFileName());
                if (name.matches("(groovy|kotlin-stdlib|ant).*\\.jar")) {
                    link(jar, home.lib.resolve(name));
                    home.libraries.add(name);
                }
            }
        }
        // A folder that Gradle recognizes its home by.
        Files.createDirectory(home.lib.resolve("plugins"));
        link(api, home.lib.resolve(jar(ALL)));
        home.libraries.add(jar(ALL));
        try (ZipFile zip = new ZipFile(api.toFile())) {
            home.writeModules(zip);
            home.writeRunners(zip);
        }
        home.compileDriver(api);
        return home;
    }

    /** Gradle finds its home by the real path of its classes. */
    private static void link(Path from, Path to) throws IOException {
        try {
            Files.createLink(to, from);
        } catch (FileSystemException | UnsupportedOperationException e) {
            Files.copy(from, to);
        }
    }

    private void writeModules(ZipFile api) throws IOException {
        Map<String, String> modules = new TreeMap<>();
        Set<String> named = new TreeSet<>();
        for (ZipEntry entry : api.stream().filter(GradleHome::isList).toList()) {
            String list = text(api, entry);
            String name = entry.getName();
            if (name.endsWith(NAMES)) {
                modules.put(name.substring(0, name.length() - NAMES.length()), list);
            }
            list.lines()
                    .filter(line -> line.matches("(projects|optional|plugins|runtime)=.+"))
                    .forEach(line ->
                            named.addAll(List.of(line.replaceFirst(".*=", "").split(",", -1))));
        }
        for (String name : named) {
            if (name.endsWith(".jar")) {
                if (!Files.exists(lib.resolve(name))) {
                    write(name, Map.of());
                }
            } else {
                modules.putIfAbsent(name, "projects=gradle-base-services\nruntime=\n");
            }
        }
        String all = "runtime=" + String.join(",", libraries) + "\n";
        modules.merge("gradle-base-services", all, (list, with) -> list.replaceFirst("(?m)^runtime=.*\n?", "") + with);
        for (Map.Entry<String, String> module : modules.entrySet()) {
            Map<String, byte[]> entries = new TreeMap<>();
            if (module.getKey().equals("gradle-worker-main")) {
                // By which the JVMs that run tests start.
                entries.put(
                        "META-INF/MANIFEST.MF",
                        ("Manifest-Version: 1.0\nClass-Path: " + jar("gradle-testing-junit-platform") + "\n  "
                                        + jar(ALL) + "\n\n")
                                .getBytes(StandardCharsets.UTF_8));
            }
            entries.put(module.getKey() + NAMES, module.getValue().getBytes(StandardCharsets.UTF_8));
            write(jar(module.getKey()), entries);
        }
    }

    private static boolean isList(ZipEntry entry) {
        return entry.getName().matches("[^/]*" + NAMES + "|gradle-(implementation-)?plugins\\.properties");
    }

    private void writeRunners(ZipFile api) throws IOException {
        Map<String, byte[]> entries = new HashMap<>();
        String list = "gradle-testing-junit-platform" + NAMES;
        entries.put(list, text(api, api.getEntry(list)).getBytes(StandardCharsets.UTF_8));
        for (ZipEntry entry : api.stream()
                .filter(entry -> entry.getName().startsWith(RUNNERS) && !entry.isDirectory())
                .toList()) {
            try (InputStream in = api.getInputStream(entry)) {
                ClassWriter writer = new ClassWriter(0);
                new ClassReader(in.readAllBytes()).accept(new ClassRemapper(writer, new OwnNames()), 0);
                entries.put(entry.getName(), writer.toByteArray());
            }
        }
        write(jar("gradle-testing-junit-platform"), entries);
    }

    /** The names of the JUnit Platform, of copies. */
    private static final class OwnNames extends Remapper {

        OwnNames() {
            super(Opcodes.ASM9);
        }

        @Override
        public String map(String name) {
            return name.startsWith(COPIES + "org/junit/") || name.startsWith(COPIES + "org/opentest4j/")
                    ? name.substring(COPIES.length())
                    : name;
        }

        @Override
        public Object mapValue(Object value) {
            return value instanceof String text
                    ? text.replace(COPIES.replace('/', '.') + "org.junit", "org.junit")
                            .replace(COPIES.replace('/', '.') + "org.opentest4j", "org.opentest4j")
                    : super.mapValue(value);
        }
    }

    private void compileDriver(Path api) throws IOException {
        Path source = Files.createDirectories(driver).resolve("Build.java");
        try (InputStream in = GradleHome.class.getResourceAsStream("/gradle/Build.java")) {
            Files.write(source, Objects.requireNonNull(in).readAllBytes());
        }
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-nowarn",
                        "-proc:none",
                        "--release",
                        "21",
                        "-implicit:none",
                        "-cp",
                        api.toString(),
                        "-d",
                        driver.toString(),
                        source.toString());
        assertThat(status).isZero();
    }

    /** The command that runs a build with a JDK: to be followed by the arguments of {@code Build}. */
    List<String> command(Path jdk) {
        List<String> classPath = new ArrayList<>(List.of(driver.toString()));
        classPath.add(lib.resolve(jar("gradle-testing-junit-platform")).toString());
        libraries.forEach(library -> classPath.add(lib.resolve(library).toString()));
        List<String> words = new ArrayList<>(List.of(jdk.resolve("bin/java").toString(), "-Xmx512m"));
        for (String opened : List.of("java.lang", "java.lang.invoke", "java.util", "java.nio.charset", "java.net")) {
            words.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
        }
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", String.join(":", classPath), "Build"));
        return words;
    }

    private static String jar(String module) {
        return module + "-" + VERSION + ".jar";
    }

    private static String text(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void write(String jar, Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("META-INF/"));
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
        Files.write(lib.resolve(jar), bytes.toByteArray());
    }
}
