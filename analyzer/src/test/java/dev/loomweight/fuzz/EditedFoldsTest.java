package dev.loomweight.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random edits of fold files that keep their checksums: what a campaign of hours looks for, in a few seconds. */
@Tag("oracles")
class EditedFoldsTest {

    private static final int EDITED = 200;

    // What numbers and lengths are replaced by: none, one, few, the ends of a byte, and those of a number of seven
    // bits.
    private static final byte[] TELLING = {0, 1, 2, 3, 0x7F, (byte) 0x80, -1, 64};

    private static final byte[] LARGEST = {-1, -1, -1, -1, -1, -1, -1, -1, 1};

    @Test
    void haveAnAnswerOrOneLineAndNeverHideTheOthers() throws IOException {
        Random random = new Random(1);
        List<byte[]> seeds = Target.FOLD.seeds();
        assertThat(seeds).hasSizeGreaterThan(10);
        for (int i = 0; i < EDITED; i++) {
            byte[] input = edited(seeds.get(random.nextInt(seeds.size())), random);
            try {
                Target.FOLD.run(input);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("input " + HexFormat.of().formatHex(input), e);
            }
        }
    }

    private static byte[] edited(byte[] seed, Random random) {
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        input.write(seed, 0, 2);
        input.write(random.nextInt(256));
        for (int edits = 1 + random.nextInt(random.nextBoolean() ? 1 : 4); edits > 0; edits--) {
            // Most sections are short.
            input.write(random.nextInt(4) == 0 ? random.nextInt(256) : 0);
            input.write(random.nextInt(256));
            input.write(random.nextInt(256));
            int out = random.nextInt(3);
            byte[] in = random.nextInt(10) == 0 ? LARGEST : telling(random, random.nextInt(10) == 0 ? 3 : out);
            input.write(out);
            input.write(in.length);
            input.writeBytes(in);
        }
        return input.toByteArray();
    }

    private static byte[] telling(Random random, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = random.nextBoolean() ? TELLING[random.nextInt(TELLING.length)] : (byte) random.nextInt(256);
        }
        return bytes;
    }
}
