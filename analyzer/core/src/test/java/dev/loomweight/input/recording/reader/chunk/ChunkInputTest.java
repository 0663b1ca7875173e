package dev.loomweight.input.recording.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkInputTest {

    @TempDir
    private Path folder;

    /** An integer as HotSpot writes it: seven bits a byte, and eight in the ninth. */
    static void write(ByteArrayOutputStream out, long value) {
        long left = value;
        for (int i = 0; i < 8; i++) {
            if ((left & ~0x7FL) == 0) {
                out.write((int) left);
                return;
            }
            out.write((int) (left & 0x7F) | 0x80);
            left >>>= 7;
        }
        out.write((int) left);
    }

    /** Numbers of every written length, small ones mostly, as in recordings. */
    private static long number(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextLong();
            case 1 -> -1;
            case 2 -> random.nextLong() >>> random.nextInt(64);
            case 3 -> 0xFFFF_FFFFL;
            default -> random.nextInt(300);
        };
    }

    private static ChunkInput input(byte[] bytes) {
        return new ChunkInput(new ChunkWindows(bytes));
    }

    @Test
    void integersOfEveryLengthAreRead() {
        qt().forAll(longs().all()).checkAssert(value -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            write(out, value);
            ChunkInput in = input(out.toByteArray());
            assertThat(in.readLong()).isEqualTo(value);
            assertThat(in.position()).isEqualTo(out.size());
        });
    }

    @Test
    void passingOverIntegersEndsWhereReadingThemDoes() {
        qt().forAll(longs().all(), integers().between(0, 400), integers().between(0, 40))
                .checkAssert((seed, count, behind) -> {
                    Random random = new Random(seed);
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    for (int i = 0; i < count; i++) {
                        write(out, number(random));
                    }
                    int end = out.size();
                    for (int i = 0; i < behind; i++) {
                        out.write(random.nextInt());
                    }
                    ChunkInput in = input(out.toByteArray());
                    in.skipLongs(count);
                    assertThat(in.position()).isEqualTo(end);
                });
    }

    @Test
    void integersOfOneByteAreSkippedFromAnyPlaceToAnyOther() {
        byte[] bytes = new byte[300];
        ChunkInput in = input(bytes);
        for (int from = 0; from < 16; from++) {
            for (int count = 0; count < 280; count++) {
                in.seek(from);
                in.skipLongs(count);
                assertThat(in.position()).as("%d from %d", count, from).isEqualTo(from + count);
            }
        }
    }

    @Test
    void whatIsNotThereIsRefusedBeforeAnythingIsAllocated() {
        ChunkInput in = input(new byte[10]);
        assertThatThrownBy(() -> in.skipLongs(11)).isInstanceOf(IndexOutOfBoundsException.class);
        in.seek(0);
        assertThatThrownBy(() -> in.readBytes(11)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> in.readBytes(Integer.MAX_VALUE)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> in.readBytes(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> in.bytes(Long.MAX_VALUE)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> in.seek(11)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> in.seek(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ChunkTexts.read(input(new byte[] {3, -1, -1, -1, -1, 7})))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ChunkTexts.read(input(new byte[] {4, -1, -1, -1, 7})))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ChunkTexts.skip(input(new byte[] {9}))).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 64, 1000})
    void everyPositionOfAFileIsSeenThroughWindows(int stride) throws IOException {
        byte[] content = new byte[300];
        new Random(7).nextBytes(content);
        Path file = Files.write(folder.resolve("bytes"), content);
        try (FileChannel channel = FileChannel.open(file)) {
            ChunkInput in = new ChunkInput(new ChunkWindows(channel, 3, 290, stride, new ChunkWindows.Store()));
            for (int position : new int[] {0, 289, 100, 15, 16, 17, 31, 32, 33, 274, 200}) {
                in.seek(position);
                assertThat(in.position()).isEqualTo(position);
                int length = Math.min(stride, 290 - position);
                for (int i = 0; i < length; i++) {
                    assertThat(in.readByte()).isEqualTo(content[3 + position + i]);
                }
            }
            in.seek(2);
            assertThat(in.bytes(280)).isEqualTo(ByteBuffer.wrap(content, 5, 280));
            assertThat(in.position()).isEqualTo(282);
        }
    }
}
