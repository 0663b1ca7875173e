package dev.loomweight.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What others call of the published artifacts stays: it is compared with what the last release had, by japicmp. */
class PublicApiTest {

    @TempDir
    private Path folder;

    /** Those that this build makes; {@link StagingTest} looks at all. */
    static Stream<Api> artifacts() {
        return Api.ALL.stream().filter(api -> !api.artifact().equals("loomweight-spark"));
    }

    @ParameterizedTest
    @MethodSource("artifacts")
    void whatOthersCallStays(Api api) throws IOException {
        assertThat(api.breaks(api.classes())).as(Api.ADVICE).isEmpty();
    }

    private byte[] signatures(String name, String... sources) throws IOException {
        Path from = Files.createDirectories(folder.resolve(name + "-src/acme"));
        Path to = Files.createDirectories(folder.resolve(name));
        List<String> arguments = new ArrayList<>(List.of("--release", "21", "-proc:none", "-d", to.toString()));
        for (String source : sources) {
            String type = source.replaceAll("(?s).*?(?:class|interface|enum|record) (\\w+).*", "$1");
            Path file = from.resolve(type + ".java");
            Files.writeString(file, "package acme;\n" + source);
            arguments.add(file.toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        return Signatures.of(to, type -> type.startsWith("acme."));
    }

    private static Api acme(String... onlyCalled) {
        return new Api("acme", ".", List.of("acme"), Set.of(onlyCalled));
    }

    @Test
    void whatACallerWouldNoticeIsFound() throws Exception {
        byte[] before = signatures(
                "before",
                "public class Removed { }",
                "public class Hidden { }",
                "public class Closed { }",
                "public class Members { public int f; public void gone() { } public int number() { return 1; }"
                        + " public void instance() { } protected void forHeirs() { } public void quiet() { } }",
                "public interface Implemented { void a(); }",
                "public @interface Marked { }",
                "public enum Kind { A, B }",
                "public record Pair(int a) { }");
        byte[] after = signatures(
                "after",
                "class Hidden { }",
                "public final class Closed { }",
                "public class Members { int f; public long number() { return 1; } public static void instance() { }"
                        + " private void forHeirs() { } public void quiet() throws java.io.IOException { } }",
                "public interface Implemented { void a(); void b(); }",
                "public @interface Marked { int value(); }",
                "public enum Kind { A }",
                "public record Pair(int a, int b) { }");

        List<String> breaks = acme().breaks(before, after);
        for (String each : List.of(
                "acme.Removed",
                "acme.Hidden",
                "acme.Closed",
                "acme.Members: f",
                "acme.Members: gone",
                "acme.Members: number",
                "acme.Members: instance",
                "acme.Members: forHeirs",
                "acme.Members: quiet",
                "acme.Implemented: b",
                "acme.Marked: value",
                "acme.Kind: B",
                "acme.Pair: Pair")) {
            assertThat(breaks).anyMatch(line -> line.endsWith(" " + each));
        }
        assertThat(acme("acme.Implemented").breaks(before, after)).noneMatch(line -> line.contains("Implemented"));
    }

    @Test
    void whatACallerWouldNotNoticeIsNot() throws Exception {
        byte[] before = signatures(
                "old",
                "public class Members { private int f; void inside() { } public void stays() { }"
                        + " static class Own { } }",
                "class Inside { public void gone() { } }",
                "public interface Implemented { void a(); }",
                "public @interface Marked { }",
                "public record Pair(int a) { }");
        byte[] after = signatures(
                "new",
                "public class Members { private long g; void other(int x) { } public void stays() { int i = 1; }"
                        + " public void more() { } }",
                "public class Added { }",
                "public interface Implemented { void a(); default void b() { } }",
                "public @interface Marked { int value() default 1; }",
                "public record Pair(int a) { public int sum() { return a; } }");

        assertThat(acme().breaks(before, after)).isEmpty();
        assertThat(acme().breaks(before, before)).isEmpty();
    }
}
