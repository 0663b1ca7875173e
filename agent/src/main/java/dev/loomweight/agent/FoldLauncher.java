package dev.loomweight.agent;

import dev.loomweight.capture.DataException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The command that folds a recording: the {@code loomweight} launcher, or its jar in a JVM like this one.
 *
 * @param words the program and its first arguments
 */
record FoldLauncher(List<String> words) {

    /** What {@code fold=true} looks for on the PATH. */
    private static final String LAUNCHER = "loomweight";

    /** What it looks for beside the agent. */
    private static final String JAR = "loomweight.jar";

    /** The child's share of a container's memory, which is the application's too. */
    static final String HEAP = "-Xmx256m";

    /** What options of the application's own JVM are in: the child would load the application's agents, this one too. */
    private static final List<String> OF_THE_APPLICATION =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", AgentOptions.VARIABLE);

    /**
     * Runs the rest of its arguments, and ends that when its standard input ends, which is when the agent closes it and when
     * the application's JVM is gone, however it went.
     */
    private static final String GUARD = """
            exec 3<&0
            "$@" 3<&- </dev/null &
            child=$!
            { read -r line <&3; kill -9 "$child"; } >/dev/null 2>&1 &
            guard=$!
            wait "$child"
            status=$?
            kill -9 "$guard"
            exit "$status"
            """;

    private static final Path SHELL = Path.of("/bin/sh");

    /**
     * Finds the command.
     *
     * @param wanted a path of the launcher or of its jar, or {@code true} for either of them where it is looked for
     * @param path the environment's {@code PATH}
     * @param agent the folder of the agent's jar, or null if it is unknown
     * @throws DataException if there is none
     */
    static FoldLauncher find(String wanted, String path, @Nullable Path agent) {
        if (wanted.equals("true")) {
            Path launcher = onPath(LAUNCHER, path);
            if (launcher != null) {
                return new FoldLauncher(List.of(launcher.toString()));
            }
            Path jar = agent == null ? null : agent.resolve(JAR);
            if (jar == null || !Files.isReadable(jar)) {
                throw new DataException("fold=true finds no " + LAUNCHER + " on the PATH and no " + JAR + " next to the"
                        + " agent's jar; name one of them, as in fold=/opt/loomweight/bin/loomweight");
            }
            return ofJar(jar);
        }
        Path file;
        try {
            file = Path.of(wanted).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new DataException("fold=" + wanted + " is no path", e);
        }
        if (wanted.endsWith(".jar") && Files.isReadable(file)) {
            return ofJar(file);
        }
        if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
            throw new DataException(
                    "fold=" + wanted + " is no program that can be run; name the " + LAUNCHER + " launcher or " + JAR);
        }
        return new FoldLauncher(List.of(file.toString()));
    }

    private static FoldLauncher ofJar(Path jar) {
        Path bin = Path.of(System.getProperty("java.home", ""), "bin");
        for (String name : List.of("java", "java.exe")) {
            Path java = bin.resolve(name);
            if (Files.isExecutable(java)) {
                return new FoldLauncher(List.of(
                        java.toString(), HEAP, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", jar.toString()));
            }
        }
        throw new DataException("fold needs a java launcher for " + jar + ", and this runtime has none in " + bin
                + "; name the " + LAUNCHER + " launcher");
    }

    private static @Nullable Path onPath(String program, String path) {
        for (String folder : path.split(File.pathSeparator, -1)) {
            // An empty one is the working directory, where the program may be anybody's.
            if (folder.startsWith("/") || folder.contains(":\\")) {
                Path file = Path.of(folder, program);
                if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                    return file;
                }
            }
        }
        return null;
    }

    /**
     * The process that folds a recording, or a folder of the chunks of one; it has no descriptor but its output.
     *
     * @param recording what it reads
     * @param fold what it writes
     * @param printed where it prints
     * @param path the environment's {@code PATH}, for {@code nice}
     */
    ProcessBuilder process(Path recording, Path fold, Map<String, String> labels, Path printed, String path) {
        List<String> all = new ArrayList<>();
        if (Files.isExecutable(SHELL)) {
            all.addAll(List.of(SHELL.toString(), "-c", GUARD, "loomweight-fold"));
        }
        Path nice = onPath("nice", path);
        if (nice != null) {
            all.addAll(List.of(nice.toString(), "-n", "19"));
        }
        all.addAll(words);
        all.addAll(List.of("fold", recording.toString(), "-o", fold.toString()));
        labels.forEach((name, value) -> all.add("--label=" + name + "=" + value));
        ProcessBuilder process =
                new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(printed.toFile());
        process.environment().keySet().removeAll(OF_THE_APPLICATION);
        process.environment().putIfAbsent("LOOMWEIGHT_JAVA_OPTS", HEAP);
        Path folder = recording.getParent();
        // Where no loomweight.toml of the application is.
        return folder == null ? process : process.directory(folder.toFile());
    }
}
