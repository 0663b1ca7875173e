package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ChunkCopyTest {

    private final ChunkCopy copy = new ChunkCopy();

    @Test
    void eachChunkIsCopiedOnce() throws Exception {
        assertThat(copied(true)).isEmpty();
        assertThat(copied(true, 5, 7)).isEqualTo(chunks(5, 7));
        assertThat(copied(true, 5, 7)).isEmpty();
        // A clock that was set back in between changes nothing.
        assertThat(copied(true, 5, 7, 6)).isEqualTo(chunks(6));
        assertThat(copied(true, 6, 9)).isEqualTo(chunks(9));
    }

    @Test
    void whereTheLastChunkWasRemovedTheStretchIsSaidToFollowNothing() throws Exception {
        copied(true, 5);

        assertThat(copied(false, 8, 9)).isEqualTo(chunks(8, 9));
        assertThat(copied(true, 9, 10)).isEqualTo(chunks(10));
    }

    @Test
    void whatCouldNotBeWrittenIsInTheNextCopy() throws Exception {
        copied(true, 5);
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("full");
            }
        };

        assertThatThrownBy(() -> copy.copy(() -> new ByteArrayInputStream(chunks(5, 6)), full))
                .isInstanceOf(IOException.class);
        assertThat(copied(true, 5, 6, 7)).isEqualTo(chunks(6, 7));
    }

    @Test
    void aChunkThatEndsEarlyIsNoStretch() {
        byte[] whole = chunks(5);
        byte[] cut = java.util.Arrays.copyOf(whole, whole.length - 1);

        assertThatThrownBy(() -> copy.copy(() -> new ByteArrayInputStream(cut), OutputStream.nullOutputStream()))
                .isInstanceOf(IOException.class);
    }

    private byte[] copied(boolean follows, long... starts) throws IOException {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        Stretch stretch = copy.copy(() -> starts.length == 0 ? null : new ByteArrayInputStream(chunks(starts)), to);
        assertThat(stretch).isEqualTo(new Stretch(to.size(), follows));
        return to.toByteArray();
    }

    private static byte[] chunks(long... starts) {
        ByteBuffer chunks = ByteBuffer.allocate(100 * starts.length);
        for (int i = 0; i < starts.length; i++) {
            int at = 100 * i;
            chunks.putInt(at, 'F' << 24 | 'L' << 16 | 'R' << 8)
                    .putLong(at + 8, 100)
                    .putLong(at + 32, starts[i]);
            chunks.putLong(at + 92, ~starts[i]);
        }
        return chunks.array();
    }
}
