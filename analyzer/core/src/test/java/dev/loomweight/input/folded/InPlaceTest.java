package dev.loomweight.input.folded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.InPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A record whose components are grouped is written, described and read as one that has them all itself. */
class InPlaceTest {

    private static final Random RANDOM = new Random(11);

    /** As first files have it. */
    private static final class Before {

        record Row(long id, String name, long count, List<Long> parts, boolean last) {}
    }

    /** As it is later, under the same name. */
    private static final class After {

        record Row(long id, Named named, Counted counted, boolean last) {}

        record Named(String name) implements InPlace {}

        record Counted(long count, List<Long> parts) implements InPlace {}
    }

    @Test
    void theFingerprintIsThatOfTheComponents() {
        assertThat(Description.fingerprint(Columns.of(After.Row.class)))
                .isEqualTo(Description.fingerprint(Columns.of(Before.Row.class)));
    }

    @RepeatedTest(20)
    void theBytesAreThoseOfTheComponents() {
        List<Object> before = new ArrayList<>();
        List<Object> after = new ArrayList<>();
        for (int i = RANDOM.nextInt(1, 9); i > 0; i--) {
            long id = RANDOM.nextLong(1000);
            String name = "n" + RANDOM.nextInt(3);
            List<Long> parts = RANDOM.longs(RANDOM.nextInt(4), 0, 99).boxed().toList();
            before.add(new Before.Row(id, name, i, parts, i == 1));
            after.add(new After.Row(id, new After.Named(name), new After.Counted(i, parts), i == 1));
        }

        assertThat(Columns.of(Before.Row.class).read(written(After.Row.class, after), before.size()))
                .isEqualTo(before);
        assertThat(Columns.of(After.Row.class).read(written(Before.Row.class, before), after.size()))
                .isEqualTo(after);
    }

    private static ColumnReader written(Class<?> type, List<Object> values) {
        SectionPools.Writing pools = new SectionPools.Writing();
        ByteSink body = new ByteSink();
        Columns.of(type).write(new ColumnWriter(body, pools), values);
        return Packed.of(pools, body, Deflater.BEST_SPEED).open("a.lwf", "head");
    }
}
