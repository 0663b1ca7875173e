package dev.loomweight.memory.threadcost.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds against what chunks took in runs on both JDKs: the truth must be within them in 19 of 20. */
class RecordedSitesTest {

    private static final double CONFIDENCE = 0.95;

    /** Of sites with so many threads the bounds must be of use. */
    private static final double LARGE = 0.2;

    /** With so many chunks recorded of a site. */
    private static final int FEW = 8;

    private record Judged(RecordedSites.Site site, double share, MeanBounds bounds) {
        boolean right() {
            return bounds.contain(site.each());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theTruthIsWithinThem(boolean withRecording) throws IOException {
        judged(withRecording)
                .forEach((how, sites) -> assertThat(
                                sites.stream().filter(Judged::right).count())
                        .as(how)
                        .isGreaterThanOrEqualTo((long) Math.ceil(CONFIDENCE * sites.size())));
    }

    @Test
    void aRecordingBringsThemWithinAFactorOfTwo() throws IOException {
        List<Judged> large = judged(true).values().stream()
                .flatMap(List::stream)
                .filter(one -> one.share > LARGE && one.site.seen().size() >= FEW)
                .toList();

        assertThat(large).hasSizeGreaterThan(200);
        assertThat(large).allSatisfy(one -> assertThat(one.bounds.factor()).isLessThan(2));
    }

    /** Where all is interpreted, the site with most of the bytes is known to a factor of about two from the total alone. */
    @Test
    void theTotalAloneBoundsWhatHasMostOfTheBytes() throws IOException {
        List<Judged> most = judged(false).entrySet().stream()
                .filter(group -> group.getKey().startsWith("cold"))
                .flatMap(group -> group.getValue().stream())
                .filter(one -> one.site.name().equals("layered"))
                .toList();

        assertThat(most)
                .hasSize(40)
                .allSatisfy(one -> assertThat(one.bounds.factor()).isLessThan(2.1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatCameLeavesTheTruthWithinThem(boolean warm) throws IOException {
        List<Judged> judged = new ArrayList<>();
        for (List<RecordedSites> run : RecordedSites.ofMoments()) {
            RecordedSites last = run.get(run.size() - 1);
            // Of code that was compiled meanwhile the other rule does not hold.
            if (!warm || last.how().equals("msteady")) {
                List<MeanBounds> bounds = ChunkBounds.of(
                        run.stream().map(moment -> moment.moment(false)).toList(), warm);
                for (int i = 0; i < bounds.size(); i++) {
                    judged.add(new Judged(last.sites().get(i), 0, bounds.get(i)));
                }
            }
        }

        assertThat(judged).hasSizeGreaterThan(40);
        assertThat(judged.stream().filter(Judged::right).count())
                .isGreaterThanOrEqualTo((long) Math.ceil(CONFIDENCE * judged.size()));
    }

    @Test
    void aRecordingNeverWidensThem() throws IOException {
        for (RecordedSites run : RecordedSites.all()) {
            List<MeanBounds> with = run.bounds(true);
            List<MeanBounds> without = run.bounds(false);
            for (int i = 0; i < with.size(); i++) {
                assertThat(with.get(i).leastEach())
                        .isGreaterThanOrEqualTo(without.get(i).leastEach() * (1 - 1e-9));
                assertThat(with.get(i).mostEach())
                        .isLessThanOrEqualTo(without.get(i).mostEach() * (1 + 1e-9));
            }
        }
    }

    /** The sites of all runs, by how and on which JDK they were run. */
    private static Map<String, List<Judged>> judged(boolean withRecording) throws IOException {
        Map<String, List<Judged>> judged = new TreeMap<>();
        for (RecordedSites run : RecordedSites.all()) {
            List<MeanBounds> bounds = run.bounds(withRecording);
            for (int i = 0; i < bounds.size(); i++) {
                RecordedSites.Site site = run.sites().get(i);
                judged.computeIfAbsent(run.how() + " " + run.jdk(), any -> new ArrayList<>())
                        .add(new Judged(site, run.share(site), bounds.get(i)));
            }
        }
        return judged;
    }
}
