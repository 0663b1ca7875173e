package dev.loomweight.bytecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.bytecode.HeldMonitors.Uncertainty;
import dev.loomweight.sample.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class files and jars that were cut or changed: there is always an answer, and what is broken has a note. */
class DamagedClassTest {

    private static final Class<?> VICTIM = ConcurrentHashMap.class;

    @TempDir
    private Path folder;

    @Test
    void aDamagedClassFileNeverBreaksItsReader() throws IOException {
        byte[] whole = victim();
        List<Frame> frames = frames(whole);
        qt().withExamples(300).forAll(longs().all()).checkAssert(seed -> {
            byte[] damaged = damaged(whole, new Random(seed));
            askAll(classFolder(VICTIM.getName(), damaged), frames);
        });
    }

    @Test
    void everyTruncationIsBroken() throws IOException {
        byte[] whole = Jars.classFile("a.A", "A.java");
        Frame frame = new Frame("a.A", "m", "()V", 1, 0, 0, "Interpreted");
        for (int length = 0; length < whole.length; length++) {
            Path classes = classFolder("a.A", Arrays.copyOf(whole, length));
            try (ClassPath path = ClassPath.of(List.of(classes.toString()), null, 21)) {
                Uncertainty uncertainty = Objects.requireNonNull(
                        new Holders(new Code(path)).of(frame).uncertainty());

                // Behind the last method there is nothing that is missed.
                assertThat(uncertainty.reason()).isIn(Uncertainty.Reason.BROKEN_CLASS, Uncertainty.Reason.NO_METHOD);
                assertThat(path.notes()).hasSize(uncertainty.reason() == Uncertainty.Reason.BROKEN_CLASS ? 1 : 0);
            }
        }
    }

    @Test
    void aDamagedJarNeverBreaksItsReader() throws IOException {
        byte[] inner = new Jars().with("", "lib.Pool", "x").bytes();
        byte[] whole = new Jars()
                .manifest("Multi-Release: true", "Class-Path: x.jar")
                .with("", "a.A", "A.java")
                .with("META-INF/versions/17/", "a.A", "A.java")
                .with("BOOT-INF/lib/stored.jar", inner, false)
                .with("BOOT-INF/lib/packed.jar", inner, true)
                .bytes();
        List<Frame> frames = List.of(
                new Frame("a.A", "m", "()V", 1, 0, 0, "Interpreted"),
                new Frame("lib.Pool", "m", "()V", 1, 0, 0, "Interpreted"));
        qt().withExamples(1000)
                .forAll(longs().all(), arbitrary().pick(true, false))
                .checkAssert((seed, atTheEnd) -> {
                    byte[] damaged = damaged(whole, new Random(seed), atTheEnd ? whole.length - 600 : 0);
                    askAll(write("damaged.jar", damaged), frames);
                });
    }

    @Test
    void aClassFileOfTheFutureIsReadAsFarAsItIsLikeThoseOfToday() throws IOException {
        byte[] future = victim();
        future[7] = 99;
        Path classes = classFolder(VICTIM.getName(), future);
        try (ClassPath path = ClassPath.of(List.of(classes.toString()), null, 99)) {
            for (Frame frame : frames(victim())) {
                assertThat(new Holders(new Code(path)).of(frame).uncertainty()).isNull();
            }
            assertThat(path.notes()).isEmpty();
        }
    }

    private static void askAll(Path entry, List<Frame> frames) {
        try (ClassPath path = ClassPath.of(List.of(entry.toString()), null, 21)) {
            Code code = new Code(path);
            Holders holders = new Holders(code);
            for (Frame frame : frames) {
                HeldMonitors held = holders.of(frame);
                assertThat(held.state() == HeldMonitors.State.UNKNOWN).isEqualTo(held.uncertainty() != null);
                code.instruction(frame);
                code.sourceFile(frame.className());
            }
            assertThat(path.notes())
                    .allSatisfy(note -> assertThat(note).endsWith(".").doesNotContain("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] damaged(byte[] whole, Random random) {
        return damaged(whole, random, random.nextBoolean() ? 0 : whole.length * 4 / 5);
    }

    private static byte[] damaged(byte[] whole, Random random, int from) {
        byte[] damaged = random.nextInt(4) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
        for (int i = random.nextInt(5); i >= 0 && damaged.length > from; i--) {
            damaged[from + random.nextInt(damaged.length - from)] ^= (byte) (1 << random.nextInt(8));
        }
        return damaged;
    }

    private Path classFolder(String className, byte[] content) {
        Path name = Path.of(className.replace('.', '/') + ".class");
        write(name.toString(), content);
        return folder;
    }

    private Path write(String name, byte[] content) {
        Path file = folder.resolve(name);
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            return Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] victim() throws IOException {
        String name = VICTIM.getSimpleName() + ".class";
        try (InputStream in = Objects.requireNonNull(VICTIM.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        }
    }

    /** The beginning of every method of the class that locks. */
    private static List<Frame> frames(byte[] whole) {
        List<String> locking = List.of("putVal", "computeIfAbsent", "transfer", "clear", "compute", "merge");
        return Marks.node(whole).methods.stream()
                .filter(method -> locking.contains(method.name))
                .map(method ->
                        new Frame(VICTIM.getName(), method.name, method.desc, -1, 0, method.access, "Interpreted"))
                .toList();
    }
}
