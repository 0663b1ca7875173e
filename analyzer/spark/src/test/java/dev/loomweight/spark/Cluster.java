package dev.loomweight.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.ZipFile;

/**
 * An installation of Spark, made of links to its jars, with what {@code spark-submit} starts: the packaged jar in a driver
 * of its own, whose executors are processes, too.
 */
final class Cluster {

    /** Two executors of one core and 512 MB each, which are processes of their own. */
    static final String TWO_EXECUTORS = "local-cluster[2,1,512]";

    /** All in the driver. */
    static final String IN_ONE_PROCESS = "local[2]";

    private static final Path BUILT = Path.of("cluster", "target");
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    // What bin/spark-submit opens for a driver.
    private static final List<String> OPENED =
            List.of("java.lang", "java.lang.invoke", "java.nio", "java.util", "sun.nio.ch", "sun.nio.cs");

    // Not in a temporary folder: JUnit complains of each link in one.
    private final Path home = Path.of("target", "spark-home").toAbsolutePath();
    private final Path local;
    private final Path javaHome;

    /** @param local where Spark keeps what it works on */
    Cluster(Path local) throws IOException {
        this(local, Path.of(System.getProperty("java.home")));
    }

    /** The same on another Java. */
    Cluster(Path local, Path javaHome) throws IOException {
        this.local = local;
        this.javaHome = javaHome;
        Path jars = Files.createDirectories(home.resolve("jars"));
        assertThat(BUILT.resolve("jars.txt"))
                .as("what scripts/test applications builds of analyzer/spark/cluster")
                .exists();
        for (String jar : Files.readString(BUILT.resolve("jars.txt")).strip().split(File.pathSeparator, -1)) {
            Path link = jars.resolve(Path.of(jar).getFileName());
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, Path.of(jar));
        }
    }

    /** The server that speaks S3. */
    static Path s3proxy() {
        return BUILT.resolve("s3proxy.jar").toAbsolutePath();
    }

    /** The library of async-profiler, unpacked into a folder. */
    static Path asyncProfiler(Path folder) throws IOException {
        String processor = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
        Path library = folder.resolve("libasyncProfiler.so");
        try (ZipFile jar = new ZipFile(BUILT.resolve("async-profiler.jar").toFile());
                InputStream in = jar.getInputStream(jar.getEntry("linux-" + processor + "/libasyncProfiler.so"))) {
            Files.copy(in, library);
        }
        return library;
    }

    /** The jar that is tested. */
    static Path jar() {
        Path jar = Path.of(System.getProperty("loomweight.spark.jar"));
        assertThat(jar).as("the packaged jar").exists();
        return jar;
    }

    static Path java() {
        return JAVA;
    }

    /** What a driver printed and how it ended. */
    record Ended(int status, List<String> lines) {

        /** What the command said, without Spark's log. */
        List<String> said() {
            return lines.stream()
                    .filter(line -> line.startsWith("loomweight-spark: "))
                    .map(line -> line.substring("loomweight-spark: ".length()))
                    .toList();
        }
    }

    /** Runs {@code fleet} with some arguments. */
    Ended fleet(String master, Map<String, String> settings, Consumer<Driver> meanwhile, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("fleet"));
        all.addAll(List.of(arguments));
        // As bin/spark-submit does before there is a driver.
        String classPath = settings.getOrDefault("spark.driver.extraClassPath", "");
        return run(master, settings, SparkMain.class.getName(), classPath, all, meanwhile);
    }

    /** Runs a class of the tests. */
    Ended run(String main, List<String> arguments) throws IOException, InterruptedException {
        return run(
                IN_ONE_PROCESS,
                Map.of(),
                main,
                Path.of("target", "test-classes").toString(),
                arguments,
                driver -> {});
    }

    private Ended run(
            String master,
            Map<String, String> settings,
            String main,
            String classPath,
            List<String> arguments,
            Consumer<Driver> meanwhile)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(javaHome.resolve("bin/java").toString(), "-Xmx512m", "-XX:TieredStopAtLevel=1"));
        command.add("--enable-native-access=ALL-UNNAMED");
        OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        String jars = home.resolve("jars") + File.separator + "*";
        command.addAll(List.of("-cp", classPath.isEmpty() ? jars : classPath + File.pathSeparator + jars));
        command.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--master", master, "--class", main));
        settings.forEach((name, value) -> command.addAll(List.of("--conf", name + "=" + value)));
        for (String setting : List.of(
                "spark.ui.enabled=false",
                "spark.executor.memory=512m",
                "spark.executor.extraJavaOptions=-XX:TieredStopAtLevel=1",
                "spark.local.dir=" + local)) {
            command.addAll(List.of("--conf", setting));
        }
        command.add(jar().toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("JAVA_HOME", javaHome.toString());
        return new Driver(builder.start()).end(meanwhile);
    }

    /** A driver that runs. */
    static final class Driver {
        private final Process process;
        private final List<String> lines = new ArrayList<>();

        private Driver(Process process) {
            this.process = process;
        }

        /** Lets it run to its end, with a look after each line that it prints. */
        private Ended end(Consumer<Driver> meanwhile) throws IOException, InterruptedException {
            try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    lines.add(line);
                    meanwhile.accept(this);
                }
                return new Ended(process.waitFor(), lines);
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }

        String lastLine() {
            return lines.getLast();
        }

        /** The processes of its executors. */
        List<ProcessHandle> executors() {
            return process.descendants()
                    .filter(handle -> handle.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
                    .toList();
        }
    }

    /** Makes the fleet of recordings in which three things are planted, as the tests of {@code loomweight fleet} do. */
    static void makeFleet(Path folder) throws Exception {
        made(new Class<?>[] {Path.class}, folder);
    }

    /** Makes some recordings, all of them whole. */
    static void makeFleet(Path folder, int whole) throws Exception {
        made(new Class<?>[] {Path.class, int.class, boolean.class, boolean.class}, folder, whole, false, false);
    }

    private static void made(Class<?>[] types, Object... arguments) throws Exception {
        List<URL> tests = new ArrayList<>();
        for (String classes : System.getProperty("loomweight.analyzer.tests").split(File.pathSeparator, -1)) {
            assertThat(Path.of(classes)).isDirectory();
            tests.add(Path.of(classes).toUri().toURL());
        }
        try (URLClassLoader loader = new URLClassLoader(tests.toArray(URL[]::new), Cluster.class.getClassLoader())) {
            loader.loadClass("dev.loomweight.fleet.MadeFleet")
                    .getMethod("make", types)
                    .invoke(null, arguments);
        }
    }
}
