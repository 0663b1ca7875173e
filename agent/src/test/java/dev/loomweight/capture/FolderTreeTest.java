package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTreeTest {

    private static final int FOLDERS = 30;
    private static final int FILES_EACH = 100;

    @TempDir
    Path temporary;

    @Test
    void threeRemoveTheSameFolderAtOnceWhileTwoWalkThroughIt() throws Exception {
        Path folder = full("full");
        AtomicBoolean over = new AtomicBoolean();
        CyclicBarrier start = new CyclicBarrier(5);
        try (ExecutorService threads = Executors.newFixedThreadPool(5)) {
            List<Future<?>> removers = new ArrayList<>();
            List<Future<?>> walkers = new ArrayList<>();
            Callable<Void> remover = () -> {
                start.await();
                FolderTree.remove(folder);
                return null;
            };
            Callable<Void> walker = () -> {
                start.await();
                while (!over.get()) {
                    walkUnlessGone(folder);
                }
                return null;
            };
            for (int i = 0; i < 3; i++) {
                removers.add(threads.submit(remover));
            }
            for (int i = 0; i < 2; i++) {
                walkers.add(threads.submit(walker));
            }
            try {
                for (Future<?> each : removers) {
                    each.get();
                }
            } finally {
                over.set(true);
            }
            for (Future<?> each : walkers) {
                each.get();
            }
        }
        assertThat(folder).doesNotExist();
    }

    private static void walkUnlessGone(Path folder) throws IOException {
        try {
            FolderTree.walk(folder);
            FolderTree.list(folder);
        } catch (NoSuchFileException e) {
            // Only the folder itself may be named so.
            assertThat(e.getFile()).isEqualTo(folder.toString());
        }
    }

    @Test
    void allIsFoundOnceInTheOrderOfPathsAndLinksAreNotFollowed() throws Exception {
        Path folder = full("full");
        Path other = Files.createDirectory(temporary.resolve("other"));
        Path stays = Files.createFile(other.resolve("stays"));
        Files.createSymbolicLink(folder.resolve("link"), other);
        assertThat(FolderTree.walk(folder))
                .hasSize(1 + FOLDERS * (FILES_EACH + 1) + 1)
                .isSorted()
                .contains(folder, folder.resolve("link"), folder.resolve("7/99"))
                .doesNotHaveDuplicates();
        assertThat(FolderTree.list(folder)).hasSize(FOLDERS + 1).isSorted();
        FolderTree.remove(folder);
        assertThat(folder).doesNotExist();
        assertThat(stays).exists();
    }

    @Test
    void aFileIsRemovedToo() throws Exception {
        Path file = Files.createFile(temporary.resolve("file"));
        assertThat(FolderTree.walk(file)).containsExactly(file);
        FolderTree.remove(file);
        FolderTree.remove(file);
        assertThat(file).doesNotExist();
    }

    @Test
    void whatIsNotThereWhenItBeginsIsAFailureOfWalkAndList() {
        Path none = temporary.resolve("none");
        assertThatThrownBy(() -> FolderTree.walk(none)).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> FolderTree.list(none)).isInstanceOf(NoSuchFileException.class);
    }

    private Path full(String name) throws IOException {
        Path folder = Files.createDirectory(temporary.resolve(name));
        for (int i = 0; i < FOLDERS; i++) {
            Path inside = Files.createDirectory(folder.resolve(Integer.toString(i)));
            for (int k = 0; k < FILES_EACH; k++) {
                Files.createFile(inside.resolve(Integer.toString(k)));
            }
        }
        return folder;
    }
}
