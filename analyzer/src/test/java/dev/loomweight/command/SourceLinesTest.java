package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of classes come from recordings; whatever they hold, no file outside of the folders of sources is read. */
class SourceLinesTest {

    private static final String SOURCE = "one\ntwo\nthree\n";

    @TempDir
    private Path folder;

    private Path sources;

    @BeforeEach
    void write() throws IOException {
        sources = Files.createDirectories(folder.resolve("sources"));
        Files.createDirectories(sources.resolve("com/acme"));
        Files.writeString(sources.resolve("com/acme/Till.java"), SOURCE);
        Files.writeString(folder.resolve("Outside.java"), SOURCE);
    }

    @Test
    void aClassIsFoundByItsName() {
        assertThat(lines("com.acme.Till")).containsExactly("one", "two", "three");
        assertThat(lines("com.acme.Till$Drawer")).containsExactly("one", "two", "three");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../Outside",
                "com/../../Outside",
                "/Outside",
                "com//Outside",
                "com.acme.\u0000",
                "com.acme.Till\u0000",
                " ",
                ""
            })
    void aNameThatIsNoClassLeadsNowhere(String name) {
        assertThat(lines(name)).isEmpty();
    }

    @Test
    void aNameThatIsAPathLeadsNowhere() {
        String outside = folder.resolve("Outside").toString();

        assertThat(lines(outside)).isEmpty();
        assertThat(lines("." + outside.substring(1).replace('/', '.'))).isEmpty();
    }

    private List<String> lines(String className) {
        return new SourceLines(List.of(sources))
                .around(className, 2).stream().map(line -> line.text()).toList();
    }
}
