package dev.loomweight.input.capture;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderContentsTest {

    @Test
    void aFolderThatCannotBeReadIsNamedOnceAndThenWhy(@TempDir Path folder) {
        Path gone = folder.resolve("gone");
        assertThatThrownBy(() -> FolderContents.of(gone, gone.toString()))
                .isInstanceOf(DataException.class)
                .hasMessage("cannot read the folder " + gone + ": no such file or folder");
    }
}
