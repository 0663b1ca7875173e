package dev.loomweight.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestRecordingsTest {

    private static final long START = 1_700_000_000_750L;

    @TempDir
    private Path folder;

    private Path file(String name, long written) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
        Files.setLastModifiedTime(file, FileTime.fromMillis(written));
        return file;
    }

    @Test
    void thoseOfThisBuildAreThoseThatWereWrittenSinceItBegan() throws Exception {
        Path old = file("tests-1.jfr", START - 2_000);
        Path current = file("tests-2.jfr", START + 10);
        // A file system that knows seconds only gives it the time of the second's begin.
        Path sameSecond = file("tests-3.jfr", START - 750);
        file("check.html", START);

        TestRecordings found = TestRecordings.in(folder, START);
        assertThat(found.current()).containsExactly(current, sameSecond);
        assertThat(found.earlier()).containsExactly(old);
    }

    @Test
    void aCaptureIsAsNewAsItsNewestFile() throws Exception {
        file("app.lw/001-1/nmt.txt", START + 5_000);
        file("app.lw/capture.json", START - 5_000);
        Files.setLastModifiedTime(folder.resolve("app.lw"), FileTime.fromMillis(START - 5_000));

        assertThat(TestRecordings.in(folder, START).current()).containsExactly(folder.resolve("app.lw"));
    }

    @Test
    void oneFileCanBeNamed() throws Exception {
        Path file = file("other.jfr.gz", START);
        assertThat(TestRecordings.in(file, START).current()).containsExactly(file);
        assertThat(TestRecordings.in(folder.resolve("none.jfr"), START).current())
                .isEmpty();
        assertThat(TestRecordings.in(folder.resolve("none"), START).current()).isEmpty();
    }

    @Test
    void classesAreFoundAtAnyDepth() throws Exception {
        assertThat(TestRecordings.hasClasses(folder.resolve("none"))).isFalse();
        file("a/test.properties", START);
        assertThat(TestRecordings.hasClasses(folder)).isFalse();
        file("com/acme/ATest.class", START);
        assertThat(TestRecordings.hasClasses(folder)).isTrue();
    }
}
