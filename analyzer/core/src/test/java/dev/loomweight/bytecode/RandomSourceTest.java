package dev.loomweight.bytecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Any nesting of {@code synchronized} with anything that leaves it, as javac compiles it. */
@Tag("oracles")
class RandomSourceTest {

    @TempDir
    private Path folder;

    @Test
    void whatTheNestingSaysIsHeld() {
        qt().withExamples(20).forAll(longs().all()).checkAssert(this::check);
    }

    private void check(long seed) {
        try (ClassPath path = ClassPath.of(List.of(folder.toString()), null, 0)) {
            Compiled.into(folder, "R.java", RandomSource.of(seed), "-g");
            Holders holders = new Holders(new Code(path));
            List<Marks> marks = Marks.in(Files.readAllBytes(folder.resolve("R.class")));

            assertThat(marks).hasSizeGreaterThan(12);
            for (Marks mark : marks) {
                HeldMonitors held = holders.of(mark.frame());
                assertThat(held.uncertainty()).isNull();
                assertThat(JavacShapesTest.locks(held))
                        .as("%s of %s", mark.frame(), seed)
                        .isEqualTo(mark.expected());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassCode.BrokenClassException e) {
            throw new AssertionError(e);
        }
    }
}
