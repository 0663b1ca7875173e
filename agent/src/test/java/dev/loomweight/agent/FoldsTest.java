package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.own.Stretch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Stretches of ten bytes, and a shell for the command. */
@DisabledOnOs(OS.WINDOWS)
class FoldsTest {

    private static final long FOLD_BYTES = 25;

    @TempDir
    private Path folder;

    private Path capture = Path.of("");
    private final List<String> said = new ArrayList<>();
    private final List<Instant> until = new ArrayList<>();
    private boolean follows = true;
    private long bytes = 10;

    @BeforeEach
    void name() {
        capture = folder.resolve("app.lw");
    }

    @Test
    void foldsAreKeptUpToTheirSizeTheNewestOnes() throws Exception {
        Folds folds = folds("cat \"$2\"/* > \"$4\"", Duration.ofMinutes(10));
        List<String> first = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            folds.fold();
            if (i == 1) {
                first.addAll(files("folds"));
            }
        }

        assertThat(first).hasSize(2).allMatch(name -> name.matches("\\d{8}T\\d{6}\\.\\d{3}Z\\.lwf"));
        assertThat(files("folds")).hasSize(2).doesNotContainAnyElementsOf(first);
        assertThat(files("folding")).isEmpty();
        assertThat(said).isEmpty();
        assertThat(until).hasSize(4).containsOnly(Instant.ofEpochSecond(1));
    }

    @Test
    void aFailureIsSaidOnceAndTheNewestRecordingsAreKept() throws Exception {
        Folds folds = folds("echo too bad; echo half > \"$4\"; exit 3", Duration.ofMinutes(10));
        for (int i = 0; i < 4; i++) {
            folds.fold();
        }

        assertThat(files("folds")).isEmpty();
        assertThat(until).isEmpty();
        // Of ten bytes each, in 25.
        assertThat(files("folding")).hasSize(2).allMatch(name -> name.matches("\\d{8}T\\d{6}\\.\\d{3}Z"));
        assertThat(capture.resolve("folding")
                        .resolve(files("folding").getLast())
                        .resolve("chunk.jfr"))
                .hasContent("0123456789");
        assertThat(said).hasSize(1);
        assertThat(said.getFirst())
                .contains("no fold of the recording: the command ended with status 3 (too bad); it is in ");
    }

    @Test
    void withoutRoomOnTheDiskNothingIsCopiedAndOlderFoldsStay() throws Exception {
        Folds folds = folds("cat \"$2\"/* > \"$4\"", Duration.ofMinutes(10));
        folds.fold();
        List<String> first = files("folds");
        bytes = Long.MAX_VALUE / 16;
        folds.fold();
        folds.fold();

        assertThat(files("folds")).isEqualTo(first).hasSize(1);
        assertThat(files("folding")).isEmpty();
        assertThat(said).hasSize(1);
        assertThat(said.getFirst()).contains("too little room");
    }

    @Test
    void aCommandThatHangsIsEnded() throws Exception {
        Folds folds = folds("exec sleep 600", Duration.ofMillis(1));
        folds.fold();

        assertThat(said).hasSize(1);
        assertThat(said.getFirst()).contains("the command took longer than");
        assertThat(files("folding")).hasSize(1);
    }

    @Test
    void theProcessEndsWithTheAgent() throws Exception {
        Path pid = folder.resolve("pid");
        Folds folds = folds(hanging(pid), Duration.ofMinutes(10));
        AtomicReference<Throwable> failed = new AtomicReference<>();
        Thread folding = Thread.ofPlatform().start(() -> {
            try {
                folds.fold();
            } catch (Throwable e) {
                failed.set(e);
            }
        });
        ProcessHandle child = child(pid, folding::isAlive);

        folds.close();
        folding.join();
        child.onExit().join();

        assertThat(failed.get()).isNull();
        assertThat(said).isEmpty();
        assertThat(files("folds")).isEmpty();
        assertThat(files("folding")).isEmpty();
        folds.run(Duration.ofDays(1), () -> false);
    }

    /** The kernel closes the pipe of a JVM that is killed. */
    @Test
    void theProcessEndsWithThePipeToTheApplication() throws Exception {
        Path pid = folder.resolve("pid");
        Process process = FoldLauncher.find(program(hanging(pid)).toString(), "", null)
                .process(folder.resolve("a.jfr"), folder.resolve("a.lwf"), Map.of(), folder.resolve("out"), "")
                .start();
        ProcessHandle child = child(pid, process::isAlive);

        process.getOutputStream().close();

        child.onExit().join();
        assertThat(process.waitFor()).isNotZero();
    }

    private static String hanging(Path pid) {
        return "echo $$ > " + pid + ".next; mv " + pid + ".next " + pid + "; exec sleep 600";
    }

    private static ProcessHandle child(Path pid, BooleanSupplier isAlive) throws IOException {
        while (!Files.exists(pid)) {
            assertThat(isAlive.getAsBoolean()).isTrue();
            Thread.onSpinWait();
        }
        return ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    }

    @Test
    void lossIsSaidOnce() throws Exception {
        follows = false;
        Folds folds = folds("cat \"$2\"/* > \"$4\"", Duration.ofMinutes(10));
        folds.fold();
        folds.fold();

        assertThat(said).hasSize(1);
        assertThat(said.getFirst()).contains("max-size");
    }

    private Folds folds(String script, Duration longest) throws IOException {
        Path command = program(script);
        Folds.Source source = (to, hasRoom) -> {
            if (!hasRoom.test(bytes)) {
                throw new IOException("too little room");
            }
            Files.createDirectory(to);
            Files.writeString(to.resolve("chunk.jfr"), "0123456789");
            return new Stretch(10, 1_000_000_000, follows);
        };
        return new Folds(
                source,
                CaptureFolder.create(capture),
                FoldLauncher.find(command.toString(), "", null),
                Map.of(),
                new Folds.Limits(FOLD_BYTES, 0, longest),
                until::add,
                said::add);
    }

    private Path program(String script) throws IOException {
        Path program = Files.writeString(folder.resolve("lw"), "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    private List<String> files(String name) throws IOException {
        try (Stream<Path> files = Files.list(capture.resolve(name))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }
}
