package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.launch.Attached;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A program of a test in a JVM of its own. It answers each line on its input with one line. */
final class WaitingApp implements AutoCloseable {

    private final Process process;
    private final BufferedReader answers;

    private WaitingApp(Process process) {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Compiles a program for JDK 21, starts it, and waits until it says that it is ready.
     *
     * @param home the JDK
     * @param folder where its class files go
     * @param name its class
     * @param source its source
     * @param options of the JVM
     */
    static WaitingApp start(Path home, Path folder, String name, String source, String... options) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject file = new SimpleJavaFileObject(Path.of(name + ".java").toUri(), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        assertThat(compiler.getTask(
                                null,
                                null,
                                null,
                                List.of("--release", "21", "-d", classes.toString()),
                                null,
                                List.of(file))
                        .call())
                .isTrue();
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/java").toString(), "-Xmx256m", "-cp", classes.toString()));
        command.addAll(List.of(options));
        command.add(name);
        WaitingApp app = new WaitingApp(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        try {
            assertThat(app.answers.readLine()).isEqualTo("ready");
        } catch (IOException | AssertionError e) {
            app.close();
            throw e;
        }
        return app;
    }

    long pid() {
        return process.pid();
    }

    /** Says something to the program, and gives its answer. */
    String ask(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        return answers.readLine();
    }

    /** Takes a dump as JSON. */
    void dump(Path file) {
        try (Attached jvm = Attached.attach(pid())) {
            String said = jvm.run("Thread.dump_to_file -format=json -overwrite \"" + file.toAbsolutePath() + "\"");
            assertThat(file).as(said).isNotEmptyFile();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        // Nothing of it may be left when its folder is removed.
        process.onExit().join();
    }
}
