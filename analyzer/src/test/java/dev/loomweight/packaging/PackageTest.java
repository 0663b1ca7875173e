package dev.loomweight.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.loomweight.Tools;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packages that {@code scripts/release package} made. */
@Tag("installed")
class PackageTest {

    private static final Path RECORDING =
            Path.of("src/test/resources/recordings/25/pins.jfr").toAbsolutePath();
    private static final Path SCRIPT =
            Path.of("src/test/resources/packaging/clean-root.sh").toAbsolutePath();
    private static final long MAX_BYTES_WITH_RUNTIME = 92_000_000;
    private static final String PACKED = "loomweight-[0-9.]+";

    @TempDir
    private static Path folder;

    private static Path packages = Path.of("");

    /** The package with a runtime, unpacked in a folder with a space. */
    private static Path home = Path.of("");

    @BeforeAll
    static void unpack() throws Exception {
        String named = System.getProperty("loomweight.package", "");
        assumeTrue(!named.isEmpty(), "no packages are named by -Dloomweight.package; scripts/test package makes them");
        packages = Path.of(named);
        Path into = Files.createDirectories(folder.resolve("un packed"));
        run(List.of(
                "tar", "-xzf", only(packages, PACKED + "-linux-x64\\.tar\\.gz").toString(), "-C", into.toString()));
        home = only(into, PACKED);
    }

    private static Path only(Path parent, String name) throws IOException {
        try (Stream<Path> files = Files.list(parent)) {
            List<Path> found = files.filter(
                            file -> file.getFileName().toString().matches(name))
                    .toList();
            assertThat(found).as("%s in %s", name, parent).hasSize(1);
            return found.getFirst();
        }
    }

    @Test
    void sumsAndSizes() throws Exception {
        List<String> sums = Files.readAllLines(packages.resolve("SHA256SUMS"));
        assertThat(sums).hasSize(3);
        for (String line : sums) {
            byte[] bytes = Files.readAllBytes(packages.resolve(line.substring(66)));
            assertThat(line)
                    .startsWith(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
        }
        assertThat(only(packages, PACKED + "-linux-x64\\.tar\\.gz"))
                .satisfies(file -> assertThat(Files.size(file)).isLessThan(MAX_BYTES_WITH_RUNTIME));
        assertThat(only(packages, "loomweight-agent-[0-9.]+\\.jar"))
                .hasSameBinaryContentAs(home.resolve("lib/loomweight-agent.jar"));
    }

    @Test
    void entriesHaveNoOwnerAndOneTime() throws Exception {
        for (String name : List.of(PACKED + "\\.tar\\.gz", PACKED + "-linux-x64\\.tar\\.gz")) {
            List<String> lines = run(List.of(
                            "tar",
                            "--numeric-owner",
                            "--full-time",
                            "-tvzf",
                            only(packages, name).toString()))
                    .lines()
                    .toList();
            assertThat(lines).hasSizeGreaterThan(150);
            Set<String> owners = new HashSet<>();
            Set<String> times = new HashSet<>();
            List<String> names = new ArrayList<>();
            for (String line : lines) {
                String[] words = line.split("\\s+", 6);
                assertThat(words[0]).matches("[-dl]r.?.r..r...*");
                owners.add(words[1]);
                times.add(words[3] + " " + words[4]);
                names.add(words[5].replaceFirst(" -> .*", ""));
            }
            assertThat(owners).containsExactly("0/0");
            assertThat(times).hasSize(1);
            assertThat(names).doesNotHaveDuplicates().allMatch(entry -> entry.matches(PACKED + "/.*"));
        }
    }

    /** What the jars consist of is found by their classes, not by what the build says of itself. */
    @Test
    void theBillOfMaterialsListsWhatIsPacked() throws Exception {
        JsonObject bom = new Gson().fromJson(Files.readString(home.resolve("sbom.json")), JsonObject.class);
        Set<String> listed = new TreeSet<>();
        for (JsonElement element : bom.getAsJsonArray("components")) {
            JsonObject component = element.getAsJsonObject();
            String purl = component.get("purl").getAsString();
            if (purl.startsWith("pkg:maven/") && !purl.contains("dev.loomweight")) {
                String classifier =
                        purl.contains("classifier=") ? "-" + purl.replaceFirst(".*classifier=([^&]*).*", "$1") : "";
                listed.add(component.get("name").getAsString() + "-"
                        + component.get("version").getAsString() + classifier + ".jar");
            }
        }
        Set<String> packed = new TreeSet<>();
        try (Stream<Path> servers = Files.list(home.resolve("lib/servers"))) {
            servers.forEach(jar -> packed.add(jar.getFileName().toString()));
        }
        Map<String, Set<String>> owners = ownersOfClasses();
        Set<String> unknown = new TreeSet<>();
        for (String name : classes(home.resolve("lib/loomweight.jar"))) {
            Set<String> jars = owners.getOrDefault(name, Set.of());
            // A class that several jars have is no sign of either.
            if (jars.isEmpty() && !name.startsWith("dev/loomweight/")) {
                unknown.add(name);
            } else if (jars.size() == 1) {
                packed.addAll(jars);
            }
        }
        assertThat(unknown).isEmpty();
        Set<String> notListed = new TreeSet<>(packed);
        notListed.removeAll(listed);
        assertThat(notListed).isEmpty();
        listed.removeAll(packed);
        assertThat(listed).isEmpty();
        assertThat(bom.get("serialNumber").getAsString()).startsWith("urn:uuid:");
        assertThat(Files.readString(home.resolve("licenses/LIBRARIES.txt"))).contains("picocli 4", "uplot 1", "asm 9");
    }

    private static Map<String, Set<String>> ownersOfClasses() throws IOException {
        Map<String, Set<String>> owners = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (entry.endsWith(".jar") && !entry.contains("loomweight-")) {
                for (String name : classes(Path.of(entry))) {
                    owners.computeIfAbsent(name, key -> new TreeSet<>())
                            .add(Path.of(entry).getFileName().toString());
                }
            }
        }
        return owners;
    }

    private static List<String> classes(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return Collections.list(zip.entries()).stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/") && !name.contains("-info"))
                    .toList();
        }
    }

    /** The folder has another name than where the archive was made, and is not writable. */
    @Test
    void theStartArchiveIsUsedWhereverThePackageIs() throws Exception {
        run(List.of("chmod", "-R", "a-w", home.toString()));
        try {
            Path log = folder.resolve("classes.log");
            String printed = run(
                    List.of(home.resolve("bin/loomweight").toString(), "pins", RECORDING.toString()),
                    Map.of("LOOMWEIGHT_JAVA_OPTS", "-Xlog:class+load:file=" + log));
            assertThat(printed).contains("pins");
            List<String> loaded = Files.readAllLines(log);
            assertThat(loaded).anyMatch(line -> line.contains(" picocli.CommandLine source: shared objects file"));
            assertThat(loaded.stream().filter(line -> line.contains("loomweight.jar")))
                    .isEmpty();
            // The JVM compares the sums of the archive only when asked to.
            String checked = run(List.of(
                    home.resolve("runtime/bin/java").toString(),
                    "-Xshare:on",
                    "-XX:+UseSerialGC",
                    "-XX:+UnlockDiagnosticVMOptions",
                    "-XX:+VerifySharedSpaces",
                    "-XX:SharedArchiveFile=" + only(home.resolve("lib"), "loomweight-[0-9.]+\\.jsa"),
                    "-jar",
                    home.resolve("lib/loomweight.jar").toString(),
                    "--version"));
            assertThat(checked)
                    .isEqualTo("loomweight "
                            + Files.readString(home.resolve("VERSION")).strip() + " on Java " + release("JAVA_VERSION")
                            + "\n");
        } finally {
            run(List.of("chmod", "-R", "u+w", home.toString()));
        }
    }

    private static String release(String key) throws IOException {
        return Files.readAllLines(home.resolve("runtime/release")).stream()
                .filter(line -> line.startsWith(key + "="))
                .map(line -> line.substring(key.length() + 2, line.length() - 1))
                .findFirst()
                .orElseThrow();
    }

    /** A root file system with busybox and the C library alone, in which everything is tried. */
    @Test
    void itWorksWhereNothingElseIs() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "a root file system is changed to by root alone");
        Tools.require("busybox");
        Path root = folder.resolve("root");
        for (String name : List.of("bin", "proc", "dev", "tmp", "recordings")) {
            Files.createDirectories(root.resolve(name));
        }
        Path busybox = root.resolve("bin/busybox");
        Files.copy(
                Path.of(run(List.of("sh", "-c", "command -v busybox")).strip()).toRealPath(), busybox);
        run(List.of("chmod", "755", busybox.toString()));
        for (String tool : run(List.of("busybox", "--list")).lines().toList()) {
            if (!tool.equals("busybox")) {
                Files.createSymbolicLink(root.resolve("bin").resolve(tool), Path.of("busybox"));
            }
        }
        for (Path library : libraries()) {
            Path to = root.resolve(library.toString().substring(1));
            Files.createDirectories(to.resolveSibling(""));
            Files.copy(library.toRealPath(), to);
        }
        for (String device : List.of("null", "zero", "random", "urandom")) {
            run(List.of("cp", "-a", "/dev/" + device, root.resolve("dev").toString()));
        }
        run(List.of("cp", "-a", home.toString(), root.resolve("un packed").toString()));
        Files.copy(RECORDING, root.resolve("recordings/pins.jfr"));
        Files.copy(SCRIPT, root.resolve("clean-root.sh"));

        String printed = run(List.of(
                "unshare",
                "-m",
                "-p",
                "-f",
                "--mount-proc=" + root.resolve("proc"),
                "chroot",
                root.toString(),
                "/bin/env",
                "-i",
                "PATH=/bin",
                "HOME=/root",
                "TERM=dumb",
                "/bin/sh",
                "/clean-root.sh"));
        assertThat(printed.lines().filter(line -> line.startsWith("worked: ")))
                .as(printed)
                .containsExactly(
                        "worked: nothing but busybox",
                        "worked: install.sh",
                        "worked: run sleepers",
                        "worked: record",
                        "worked: memory of a JVM",
                        "worked: agent",
                        "worked: every reader and question",
                        "worked: run direct-buffers",
                        "worked: run of a command",
                        "worked: uninstall");
    }

    /** What the runtime links to, and the loader. */
    private static Set<Path> libraries() throws Exception {
        List<String> command =
                new ArrayList<>(List.of("ldd", home.resolve("runtime/bin/java").toString()));
        for (String part : List.of("runtime/lib", "runtime/lib/server")) {
            try (Stream<Path> files = Files.list(home.resolve(part))) {
                files.map(Path::toString).filter(name -> name.endsWith(".so")).forEach(command::add);
            }
        }
        return run(command)
                .lines()
                .flatMap(line -> Arrays.stream(line.split("\\s+", -1)))
                .filter(word -> word.matches("/(usr/)?lib[^:]*"))
                .map(Path::of)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String run(List<String> command) throws Exception {
        return run(command, Map.of());
    }

    private static String run(List<String> command, Map<String, String> environment) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("LOOMWEIGHT_JDK");
        builder.environment().putAll(environment);
        return Tools.run(builder, folder, Duration.ofMinutes(5));
    }
}
