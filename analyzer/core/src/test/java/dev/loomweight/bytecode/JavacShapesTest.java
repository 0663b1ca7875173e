package dev.loomweight.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What javac makes of {@code synchronized}, for class files of several versions, with debug information and without. */
class JavacShapesTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-g", "-g:none", "-g --release 8", "-g:none --release 11", "-g --release 21"})
    void everyMarkedPlaceHoldsWhatItSays(String options) throws Exception {
        Compiled.into(folder, "Shapes.java", Compiled.resource("Shapes.java"), options.split(" ", -1));
        boolean names = !options.contains("none");
        int marks = 0;
        SoftAssertions all = new SoftAssertions();
        try (ClassPath path = ClassPath.of(List.of(folder.toString()), null, 0)) {
            Holders holders = new Holders(new Code(path));
            for (String name : Compiled.classes(folder)) {
                for (Marks mark : Marks.in(classFile(name))) {
                    marks++;
                    String[] expected = mark.expected().split("\\|", -1);
                    HeldMonitors held = holders.of(mark.frame());
                    all.assertThat(locks(held))
                            .as("%s", mark.frame())
                            .isEqualTo(names || expected.length == 1 ? expected[0] : expected[1]);
                    all.assertThat(held.uncertainty()).as("%s", mark.frame()).isNull();
                }
            }
            all.assertAll();
            assertThat(path.notes()).isEmpty();
        }
        assertThat(marks).isGreaterThan(80);
    }

    @Test
    void theLineIsThatOfTheBlock() throws Exception {
        String source = """
                class Lines {
                    static void held(String monitors) {}
                    synchronized void add(
                            Object first,
                            Object second) {
                        int i = 0;
                        synchronized (first) {
                            synchronized (
                                    second) {
                                held("here");
                            }
                        }
                    }
                }
                """;
        Compiled.into(folder, "Lines.java", source, "-g");
        try (ClassPath path = ClassPath.of(List.of(folder.toString()), null, 0)) {
            Marks mark = Marks.in(classFile("Lines")).getFirst();

            assertThat(new Holders(new Code(path)).of(mark.frame()).monitors())
                    .containsExactly(
                            new Monitor(Monitor.Kind.METHOD, "this", 6),
                            new Monitor(Monitor.Kind.BLOCK, "first", 7),
                            new Monitor(Monitor.Kind.BLOCK, "second", 8));
        }
    }

    private byte[] classFile(String name) throws IOException {
        return Files.readAllBytes(folder.resolve(name.replace('.', '/') + ".class"));
    }

    static String locks(HeldMonitors held) {
        return held.monitors().stream().map(Monitor::lock).collect(Collectors.joining(", "));
    }
}
