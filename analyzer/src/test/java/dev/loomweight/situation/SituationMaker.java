package dev.loomweight.situation;

import dev.loomweight.Jdks;
import dev.loomweight.capture.FolderTree;
import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.ToolProvider;

/**
 * Makes the captures of {@link Situation} anew, by {@code loomweight run} of {@code situations/program}. As {@code main}:
 *
 * <ul>
 *   <li>{@code make FOLDER NAME-JDK...} runs the programs, each for 30 s or until it ends by itself
 *   <li>{@code keep FOLDER NAME-JDK...} packs captures of that folder, without what can hold secrets, what names the machine,
 *       and what no first screen needs, in place of those that are kept under these names
 * </ul>
 *
 * {@code throttled} is to be made in a control group with a quota of 30 ms each 100 ms.
 */
public final class SituationMaker {

    private static final Set<String> LEFT_OUT = Set.of("pages.txt", "loomweight.jfc");

    /** The largest texts, without which resident memory is not divided: where that is not what is wrong, they are left out. */
    private static final Set<String> OF_MEMORY = Set.of("smaps", "system_map.txt");

    private static final String PLACE = "/opt/shop/";

    private static final String CRASH_LOG = "hs_err.txt";

    /** Those that end by themselves, and what makes them do so soon. */
    private static final Map<String, List<String>> ENDING =
            Map.of("out-of-memory", List.of("-Xmx48m"), "crash", List.of("-XX:-CreateCoredumpOnCrash"));

    /** Those whose threads wait without an event, of which dumps are asked for. */
    private static final Set<String> SAMPLED = Set.of("contention-25", "pool-25", "virtual-leak-25");

    private SituationMaker() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[1]).toAbsolutePath();
        for (String name : List.of(args).subList(2, args.length)) {
            if (args[0].equals("make")) {
                run(folder, name);
            } else {
                keep(folder.resolve(name + ".lw"), folder.resolve(name + ".scrubbed"), name);
            }
        }
    }

    /** Compiles the shop, and the driver as a jar of others. */
    static List<Path> compiled(Path folder) throws IOException {
        Path sources = Situation.FOLDER.resolve("program");
        Path driver = jar(folder, "driver-1.2.jar", List.of(sources.resolve("Connection.java")), "");
        Path shop = jar(
                folder,
                "shop.jar",
                List.of(sources.resolve("Shop.java"), sources.resolve("Setup.java")),
                driver.toString());
        return List.of(shop, driver);
    }

    private static Path jar(Path folder, String name, List<Path> sources, String classPath) throws IOException {
        Path classes = Files.createTempDirectory(folder, "classes");
        List<String> words = new ArrayList<>(List.of("--release", "21", "-cp", classPath, "-d", classes.toString()));
        sources.forEach(source -> words.add(source.toString()));
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(new String[0]));
        if (status != 0) {
            throw new IllegalStateException(name + " cannot be compiled");
        }
        Path jar = folder.resolve(name);
        Files.deleteIfExists(jar);
        pack(classes, jar);
        return jar;
    }

    /**
     * The words of {@code loomweight run} for a situation.
     *
     * @param name its name and JDK, such as {@code hang-21}
     */
    static List<String> words(Path folder, String name, String seconds) throws IOException {
        String jdk = name.substring(name.lastIndexOf('-') + 1);
        String program = name.substring(0, name.lastIndexOf('-'));
        List<String> words = new ArrayList<>(
                List.of("run", "-o", folder.resolve(name + ".lw").toString()));
        if (!ENDING.containsKey(program)) {
            words.addAll(List.of("--duration", seconds));
        }
        if (SAMPLED.contains(name)) {
            words.addAll(List.of("--dumps", "sampled", "--every", "500ms"));
        }
        words.addAll(List.of("--brief", "--", java(jdk).toString()));
        words.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-Djdk.virtualThreadScheduler.parallelism=2"));
        words.addAll(ENDING.getOrDefault(program, List.of()));
        String classPath =
                String.join(":", compiled(folder).stream().map(Path::toString).toList());
        words.addAll(List.of("-cp", classPath, "shop.Shop", program));
        return words;
    }

    private static Path java(String jdk) {
        return Jdks.home(jdk.equals("21") ? "loomweight.jdk21" : "loomweight.jdk.newest")
                .resolve("bin/java");
    }

    private static void run(Path folder, String name) throws IOException {
        StringWriter err = new StringWriter();
        int unused =
                CliRun.run(new StringWriter(), err, words(folder, name, "30s").toArray(new String[0]));
        System.out.println(err);
    }

    private static void keep(Path capture, Path scrubbed, String name) throws IOException {
        StringWriter err = new StringWriter();
        int status = CliRun.run(
                new StringWriter(),
                err,
                "scrub",
                "--drop",
                "jdk.ActiveRecording",
                capture.toString(),
                scrubbed.toString());
        System.out.println(name + ": " + status + " " + err);
        // The part that captures have, which is without the environment.
        Path log = capture.resolve(CRASH_LOG);
        if (Files.exists(log)) {
            Files.copy(log, scrubbed.resolve(CRASH_LOG));
        }
        for (Path file : FolderTree.walk(scrubbed)) {
            neutral(file);
        }
        Path zip = Situation.FOLDER.resolve(name + ".zip");
        Files.deleteIfExists(zip);
        boolean memory = name.matches(".*-leak-\\d+|(direct|stacks|fine|out-of-memory)-\\d+");
        for (Path file : FolderTree.walk(scrubbed)) {
            if (!memory && OF_MEMORY.contains(String.valueOf(file.getFileName()))) {
                Files.delete(file);
            }
        }
        pack(scrubbed, zip);
    }

    /** Without names of this machine. */
    private static void neutral(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        if (Files.isRegularFile(file) && !name.endsWith(".jfr") && !name.endsWith(".gz")) {
            Files.writeString(
                    file,
                    Files.readString(file)
                            .replaceAll("\"labels\": \\{[^}]*\\},\\s*", "")
                            .replaceAll(
                                    "/[\\w./-]+/(shop\\.jar|driver-1\\.2\\.jar|hs_err_pid\\d+\\.\\w+)", PLACE + "$1")
                            .replaceAll("\"javaHome\": \"[^\"]*\",\\s*", "")
                            .replaceAll("(/[\\w.-]+)+/(jdk-[\\w.]+)/", "/opt/$2/")
                            .replaceAll("(/[\\w.-]+)+/([\\w-]+\\.lw)/", PLACE + "$2/")
                            .replaceAll("/[\\w.-]+/[0-9a-f]{32}", "/shop"));
        }
    }

    private static void pack(Path folder, Path zip) throws IOException {
        try (FileSystem packed =
                FileSystems.newFileSystem(URI.create("jar:" + zip.toUri()), Map.of("create", "true"))) {
            for (Path file : FolderTree.walk(folder)) {
                if (Files.isRegularFile(file) && !LEFT_OUT.contains(String.valueOf(file.getFileName()))) {
                    Path to = packed.getPath("/" + folder.relativize(file));
                    Files.createDirectories(to.getParent());
                    Files.copy(file, to);
                }
            }
        }
    }
}
