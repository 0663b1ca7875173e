package dev.loomweight.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On Hadoop's file system for local files. */
class ListingTest {

    private final Configuration hadoop = new Configuration(false);

    @TempDir
    private Path folder;

    @BeforeEach
    void files() throws IOException {
        for (String file : List.of(
                "cart/1/a.jfr",
                "cart/1/b.jfr.gz",
                "cart/2/c.lwf",
                "cart/2/notes.txt",
                "cart/.hidden/d.jfr",
                "shop.lw/capture.json",
                "shop.lw/recording.jfr",
                "shop.lw/000-0s-start/status",
                "shop.lw/inner/capture.json",
                "shop.lw/inner/recording.jfr")) {
            Path path = folder.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, file);
        }
    }

    private Stream<String> names(String... paths) {
        return Listing.of(List.of(paths), hadoop).stream()
                .map(Recording::name)
                .map(name -> name.replace(folder.toString(), "..."));
    }

    @Test
    void aFolderHoldsInputsAndNothingInsideThem() {
        assertThat(names(folder.toString()))
                .containsExactly(".../cart/1/a.jfr", ".../cart/1/b.jfr.gz", ".../cart/2/c.lwf", ".../shop.lw");
    }

    @Test
    void aCaptureIsAllOfItsFiles() {
        Recording capture = Listing.of(List.of(folder.resolve("shop.lw").toString()), hadoop)
                .getFirst();
        assertThat(capture.isCapture()).isTrue();
        assertThat(capture.parts())
                .extracting(Recording.Part::path)
                .containsExactly(
                        "000-0s-start/status",
                        "capture.json",
                        "inner/capture.json",
                        "inner/recording.jfr",
                        "recording.jfr");
        assertThat(capture.bytes())
                .isEqualTo(sizes("shop.lw/000-0s-start/status", "shop.lw/capture.json")
                        + sizes("shop.lw/inner/capture.json", "shop.lw/inner/recording.jfr", "shop.lw/recording.jfr"));
    }

    private static long sizes(String... contents) {
        return Stream.of(contents).mapToLong(String::length).sum();
    }

    @Test
    void whatIsFoundTwiceIsTakenOnce() {
        assertThat(names(folder.toString(), folder + "/cart/1", folder + "/cart/1/a.jfr"))
                .hasSize(4);
    }

    @Test
    void aPatternNamesWhatItMatches() {
        assertThat(names(folder + "/cart/*"))
                .containsExactly(".../cart/1/a.jfr", ".../cart/1/b.jfr.gz", ".../cart/2/c.lwf");
        assertThat(names(folder + "/cart/{1,3}/a*")).containsExactly(".../cart/1/a.jfr");
    }

    @Test
    void aNameBeginsWithWhatTheUserWrote() {
        assertThat(names("file://" + folder + "/cart/1/"))
                .containsExactly("file://.../cart/1/a.jfr", "file://.../cart/1/b.jfr.gz");
    }

    @Test
    void whatIsNotThereIsSaid() {
        assertThatThrownBy(() -> names(folder + "/none"))
                .isInstanceOf(DataException.class)
                .hasMessage("no such file or folder: " + folder + "/none");
        assertThatThrownBy(() -> names(folder + "/cart/2/notes*", folder + "/shop.lw/000-0s-start"))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("there is neither a recording (*.jfr), a capture nor a fold (*.lwf) in ");
        assertThatThrownBy(() -> names("nothing://there/x"))
                .isInstanceOf(DataException.class)
                .hasMessage("cannot list nothing://there/x: No FileSystem for scheme \"nothing\"");
    }
}
