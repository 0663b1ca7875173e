package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The committed recordings of great variety hold what they are said to hold. */
class VarietyTest {

    @ParameterizedTest
    @CsvSource({"11, 2", "17, 2", "21, 3", "25, 3"})
    void whatWasWrittenComesBack(int jdk, int chunks) throws Exception {
        VarietyCheck.check(Recordings.variety(jdk));
        assertThat(Damage.of(Recordings.variety(jdk)).chunks()).hasSize(chunks);
    }

    @Test
    void theTableInTheReadmeIsTrue() throws IOException {
        String readme = Files.readString(Recordings.root().resolve("README.md"));
        assertThat(EventTable.in(readme)).isEqualTo(EventTable.of(Recordings.root()));
    }

    @Test
    void packedFilesUnpackToTheSame(@TempDir Path folder) throws IOException {
        Path capture = Files.createDirectories(folder.resolve("some.lw"));
        Path file = Files.copy(Recordings.variety(25), capture.resolve("recording.jfr"));
        Files.createDirectory(capture.resolve("001-0"));
        byte[] content = Files.readAllBytes(file);

        try (ZipFile zip = new ZipFile(Compressed.zip(capture).toFile())) {
            assertThat(zip.stream().map(Object::toString))
                    .containsExactly("some.lw/", "some.lw/001-0/", "some.lw/recording.jfr");
            assertThat(zip.getInputStream(zip.getEntry("some.lw/recording.jfr")))
                    .hasBinaryContent(content);
        }
        Path packed = Compressed.gzip(file);
        assertThat(packed).hasFileName("recording.jfr.gz");
        assertThat(new GZIPInputStream(Files.newInputStream(packed))).hasBinaryContent(content);
    }
}
