package dev.loomweight.input.folded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Sums as bytes: the same again, or one line that says why not. */
class SumsBytesTest {

    private enum Kind {
        FIRST,
        SECOND
    }

    private record Part(String name, long amount) {

        Part {
            if (amount < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    private record Row(Map<String, String> labels, Map<Kind, Long> counts, long from, List<Part> parts) {}

    /** A row of which a later version has one component more. */
    private record Later(Map<String, String> labels, Map<Kind, Long> counts, long from, List<Part> parts, long to) {}

    private static final SumsBytes<Row> ROWS = new SumsBytes<>(Row.class);

    private static final List<Row> SOME = List.of(
            new Row(Map.of("pod", "a-1", "service", "shop"), Map.of(Kind.SECOND, 7L), Long.MAX_VALUE, List.of()),
            new Row(
                    Map.of("pod", "\ud800"),
                    Map.of(Kind.FIRST, Long.MAX_VALUE, Kind.SECOND, 0L),
                    Long.MIN_VALUE,
                    List.of(new Part("", 0), new Part("\u00e4 \u4e2d", Long.MAX_VALUE))));

    @Test
    void whatIsWrittenIsRead() {
        assertThat(ROWS.read(ROWS.write(SOME), "x.lws")).isEqualTo(SOME);
        assertThat(ROWS.read(ROWS.write(List.of()), "x.lws")).isEmpty();
    }

    @Test
    void anotherFormIsRefused() {
        byte[] later = new SumsBytes<>(Later.class).write(List.of(new Later(Map.of(), Map.of(), 1, List.of(), 2)));

        assertThatThrownBy(() -> ROWS.read(later, "x.lws"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("the fold x.lws was written by another version of loomweight")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aFoldOfProcessesIsNoSumsAndTheOtherWayRound() {
        assertThatThrownBy(() -> ROWS.read(FoldedUnits.of(List.of()).toBytes(), "x.lwf"))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("x.lwf is not a fold of recordings");
        assertThatThrownBy(() -> FoldedUnits.read(ROWS.write(SOME), "x.lws"))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("x.lws has sums of recordings that only loomweight fleet reads");
    }

    /** A lie with the right checksum gets as far as the records: they are refused, or others, and nothing else happens. */
    @Test
    void liesAreRefusedOrAreOtherRecords() throws DataFormatException {
        byte[] bytes = ROWS.write(SOME);
        ByteView view = new ByteView(bytes, "x.lws");
        FileHead.SUMS.read(view);
        byte[] plain = Packed.read(view, Integer.MAX_VALUE).unpacked();
        Random random = new Random(4);
        int refused = 0;
        for (int i = 0; i < 3000; i++) {
            byte[] lie = plain.clone();
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                lie[random.nextInt(lie.length)] = (byte) random.nextInt(256);
            }
            try {
                List<Row> rows = ROWS.read(sealed(lie), "x.lws");
                assertThat(rows).allMatch(row -> row == null || amounts(row).noneMatch(amount -> amount < 0));
            } catch (DataException e) {
                assertThat(e).hasMessageContaining("x.lws");
                refused++;
            }
        }
        assertThat(refused).isBetween(1000, 2999);
    }

    // The type allows what is null; a record that does not refuses it.
    private static LongStream amounts(Row row) {
        return row.parts() == null
                ? LongStream.empty()
                : row.parts().stream().filter(Objects::nonNull).mapToLong(Part::amount);
    }

    private static byte[] sealed(byte[] plain) {
        CRC32C sum = new CRC32C();
        sum.update(plain);
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        deflater.setInput(plain);
        deflater.finish();
        byte[] packed = new byte[2 * plain.length + 64];
        int length = deflater.deflate(packed);
        deflater.end();
        ByteSink sink = new ByteSink();
        FileHead.SUMS.writeTo(sink);
        new Packed(plain.length, (int) sum.getValue(), Arrays.copyOf(packed, length)).writeTo(sink);
        return sink.toBytes();
    }
}
