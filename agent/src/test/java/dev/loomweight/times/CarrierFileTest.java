package dev.loomweight.times;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.times.CarrierInterval.Pool;
import dev.loomweight.times.CarrierInterval.Row;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However long it is written, the file stays small and its sums stay what they were. */
class CarrierFileTest {

    private static final Instant BEGIN = Instant.parse("2026-11-23T10:00:00Z");

    @TempDir
    private Path folder;

    private static CarrierInterval second(int second, Row... rows) {
        return new CarrierInterval(
                BEGIN.plusSeconds(second),
                BEGIN.plusSeconds(second + 1),
                List.of(rows),
                new Pool(2, 2, second % 3, 0),
                second % 2 == 0 ? 0 : 5,
                3,
                7);
    }

    private static Row row(long tid, long run) {
        return new Row(tid, "ForkJoinPool-1-worker-" + tid, 1_000_000_000, run, run / 2, 10, 1, 2, 3, true);
    }

    private List<CarrierInterval> read(Path file) throws IOException {
        CarrierText reader = new CarrierText();
        List<CarrierInterval> all = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            CarrierInterval interval = reader.line(line);
            if (interval != null) {
                all.add(interval);
            }
        }
        assertThat(reader.unknown()).isEmpty();
        assertThat(reader.lost()).isZero();
        return all;
    }

    @Test
    void theFileIsBoundedAndLosesNoTime() throws IOException {
        Path file = folder.resolve("carriers.txt");
        long limit = 10_000;
        long longest = 0;
        long expected = 0;
        try (CarrierFile written = new CarrierFile(file, limit)) {
            for (int i = 0; i < 10_000; i++) {
                written.add(second(i, row(1, i), row(2, 3)));
                expected += i;
                longest = Math.max(longest, Files.size(file));
            }
            assertThat(written.intervalsInOne()).isGreaterThan(100);
        }

        List<CarrierInterval> all = read(file);
        assertThat(longest).isLessThan(limit + 500);
        assertThat(all).hasSizeBetween(16, 100);
        assertThat(all.getFirst().from()).isEqualTo(BEGIN);
        assertThat(all.getLast().to()).isEqualTo(BEGIN.plusSeconds(10_000));
        for (int i = 1; i < all.size(); i++) {
            assertThat(all.get(i).from()).isEqualTo(all.get(i - 1).to());
        }
        assertThat(sum(all, 1, Row::runNanos)).isEqualTo(expected);
        assertThat(sum(all, 2, Row::runNanos)).isEqualTo(30_000);
        assertThat(sum(all, 2, Row::looks)).isEqualTo(100_000);
        assertThat(all.stream().mapToLong(CarrierInterval::throttledNanos).sum())
                .isEqualTo(25_000);
        assertThat(all.stream().mapToLong(CarrierInterval::stoppedNanos).sum()).isEqualTo(30_000);
        assertThat(all.stream().mapToLong(CarrierInterval::costNanos).sum()).isEqualTo(70_000);
        assertThat(folder).isDirectoryNotContaining("glob:**.next");
    }

    private static long sum(List<CarrierInterval> all, long tid, java.util.function.ToLongFunction<Row> figure) {
        return all.stream()
                .flatMap(interval -> interval.carriers().stream())
                .filter(row -> row.tid() == tid)
                .mapToLong(figure)
                .sum();
    }

    @Test
    void whatIsUnknownInOneHalfIsUnknownOfTheWhole() {
        Row known = row(1, 100);
        Row unknown = new Row(1, known.name(), 50, -1, -1, 1, 0, 0, 0, false);
        CarrierInterval one = second(0, known, row(2, 40));
        CarrierInterval other =
                new CarrierInterval(one.to(), one.to().plusSeconds(1), List.of(unknown), Pool.NONE, -1, -1, -1);

        CarrierInterval both = one.plus(other);

        assertThat(both.carriers())
                .containsExactly(new Row(1, known.name(), 1_000_000_050, -1, -1, 11, 1, 2, 3, true), row(2, 40));
        assertThat(both.pool()).isEqualTo(Pool.NONE);
        assertThat(both.throttledNanos()).isEqualTo(-1);
        assertThat(both.stoppedNanos()).isEqualTo(-1);
        assertThat(both.costNanos()).isEqualTo(-1);
    }

    @Test
    void theVirtualThreadThatStayedIsKeptAndIsThatOfBothOrOfNone() throws IOException {
        Path file = folder.resolve("carriers.txt");
        CarrierInterval one = second(0, with(row(1, 0), 31), row(2, 40));
        CarrierInterval other = second(1, with(row(1, 0), 31), with(row(2, 0), 32));
        try (CarrierFile written = new CarrierFile(file, 1000)) {
            written.add(one);
            written.add(other);
        }

        assertThat(read(file)).containsExactly(one, other);
        assertThat(one.plus(other).carriers()).extracting(Row::thread).containsExactly(31L, 0L);
    }

    private static Row with(Row row, long thread) {
        return new Row(
                row.tid(),
                row.name(),
                row.wallNanos(),
                row.runNanos(),
                row.waitNanos(),
                row.looks(),
                row.running(),
                row.mounted(),
                row.idle(),
                true,
                thread);
    }

    @Test
    void aFileThatIsThereIsNotTouched() throws IOException {
        Path file = Files.writeString(folder.resolve("carriers.txt"), "of another");
        try (CarrierFile written = new CarrierFile(file, 1000)) {
            assertThatThrownBy(() -> written.add(second(0))).isInstanceOf(FileAlreadyExistsException.class);
        }
        assertThat(file).hasContent("of another");
    }

    /** Names are the application's, and the file is lines and blanks. */
    @Test
    void aNameCannotMakeALine() throws IOException {
        Path file = folder.resolve("carriers.txt");
        Row named = new Row(1, "a\ninterval x\u001b[31m b", 1, 1, 1, 0, 0, 0, 0, true);
        try (CarrierFile written = new CarrierFile(file, 1000)) {
            written.add(second(0, named));
        }
        assertThat(read(file).getFirst().carriers()).extracting(Row::name).containsExactly("a interval x [31m b");
    }
}
