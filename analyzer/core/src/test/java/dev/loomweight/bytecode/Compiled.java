package dev.loomweight.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles sources of the tests with javac. */
public final class Compiled {

    private Compiled() {}

    /** A source of the test resources, such as {@code Shapes.java}. */
    public static String resource(String name) throws IOException {
        try (var in = Objects.requireNonNull(Compiled.class.getResourceAsStream("/code/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Compiles one file into a directory and returns that. */
    public static Path into(Path directory, String fileName, String source, String... options) throws IOException {
        JavaCompiler javac = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "no compiler in this JDK");
        List<String> all = new ArrayList<>(List.of("-d", directory.toString(), "-Xlint:none", "-nowarn"));
        all.addAll(List.of(options));
        StringWriter messages = new StringWriter();
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///" + fileName), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        boolean good =
                javac.getTask(messages, null, null, all, null, List.of(file)).call();
        assertThat(good).as("%s%n%s", messages, source).isTrue();
        return directory;
    }

    /** The names of the classes in a directory, in Java's notation. */
    public static List<String> classes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(file -> directory.relativize(file).toString())
                    .filter(file -> file.endsWith(".class"))
                    .map(file -> file.substring(0, file.length() - ".class".length())
                            .replace('/', '.')
                            .replace('\\', '.'))
                    .sorted()
                    .toList();
        }
    }
}
