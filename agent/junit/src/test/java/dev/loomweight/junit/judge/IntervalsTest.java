package dev.loomweight.junit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.junit.judge.Intervals.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntervalsTest {

    @Test
    void findsThoseThatMeetAsALookAtAllDoes() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            List<Interval> all = new ArrayList<>();
            for (int i = random.nextInt(40); i > 0; i--) {
                int from = random.nextInt(100);
                all.add(new Interval(i, from, from + random.nextInt(round % 2 == 0 ? 3 : 60)));
            }
            Intervals intervals = new Intervals(all);
            for (int from = -2; from < 165; from += 5) {
                int start = from;
                int end = from + random.nextInt(12);
                List<Integer> found = new ArrayList<>();
                intervals.meeting(start, end, found::add);

                assertThat(found)
                        .containsExactlyInAnyOrderElementsOf(all.stream()
                                .filter(each -> each.from() <= end && each.to() >= start)
                                .map(Interval::number)
                                .toList());
            }
        }
    }
}
