package dev.loomweight.fuzz;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Every format in every kind of damage, always the same: what is fuzzed must hold for these too. */
@Tag("oracles")
class EveryFormatDamagedTest {

    // A hang is one that never ends; a busy machine is slow.
    private static final Duration LONGEST = Duration.ofMinutes(10);

    // Seeds are alike; what one more of them says is little.
    private static final int MAX_SEEDS = 4;

    // Of the first seed all damages, of the others each of so many.
    private static final int STEP = 8;

    // They take minutes: each of two runs has those that the other has not.
    private static final int HALVES = 2;

    /** One half of them. */
    @TestFactory
    Stream<DynamicTest> damaged() {
        return damaged(0);
    }

    /** The other. */
    @TestFactory
    @Tag("applications")
    Stream<DynamicTest> damagedFurther() {
        return damaged(1);
    }

    private static Stream<DynamicTest> damaged(int half) {
        return Stream.of(Target.values())
                .filter(Target::isFormat)
                .flatMap(target -> Stream.of(Damages.values())
                        .map(damage -> DynamicTest.dynamicTest(
                                target.word() + " " + damage,
                                () -> assertTimeoutPreemptively(LONGEST, () -> holds(target, damage, half)))));
    }

    private static void holds(Target target, Damages damage, int half) throws IOException {
        int step = 1;
        for (byte[] seed : some(target.seeds())) {
            Iterator<byte[]> inputs = damage.of(seed, target.isText()).iterator();
            for (int i = 0; inputs.hasNext(); i++) {
                byte[] input = inputs.next();
                // Whatever damages come in turn, both halves have of each.
                if (i % step != 0 || Integer.bitCount(i) % HALVES != half) {
                    continue;
                }
                try {
                    target.run(input);
                } catch (RuntimeException | Error e) {
                    throw new AssertionError(
                            "input " + i + ": " + HexFormat.of().formatHex(input, 0, Math.min(input.length, 2000)), e);
                }
            }
            step = STEP;
        }
    }

    /** Some of them, from the first to the last. */
    private static List<byte[]> some(List<byte[]> all) {
        List<byte[]> some = new ArrayList<>();
        int step = Math.max(1, all.size() / MAX_SEEDS);
        for (int i = 0; i < all.size(); i += step) {
            some.add(all.get(i));
        }
        return some;
    }
}
