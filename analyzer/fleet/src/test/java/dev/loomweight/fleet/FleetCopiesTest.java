package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.Copies;
import dev.loomweight.input.folded.Copies.Held;
import dev.loomweight.input.folded.Copies.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Recordings that have something in common: which of them count, and under which labels. */
class FleetCopiesTest {

    private static final Chunk FIRST = new Chunk(1, 1, 5, 100, true);
    private static final Chunk SECOND = new Chunk(2, 1, 5, 100, true);
    private static final Chunk THIRD = new Chunk(3, 1, 5, 100, true);
    private static final Chunk FOURTH = new Chunk(4, 1, 5, 100, true);

    /** Sums of one recording of some chunks, with labels in addition to its name. */
    private static FleetSums sums(String name, Kind kind, Map<String, String> labels, Chunk... chunks) {
        Map<String, String> all = new TreeMap<>(labels);
        all.put(Labels.RECORDING, name);
        FleetSums sums = new FleetSums();
        GroupSums group = sums.group(Labels.of(all));
        group.count(Counter.RECORDINGS, 1);
        for (Chunk chunk : chunks) {
            group.chunks().put(chunk, kind);
        }
        return sums;
    }

    /** Its counters by labels, in their order. */
    private static List<String> said(FleetSums sums) {
        return sums.groups().entrySet().stream()
                .map(group -> group.getKey() + " " + group.getValue().counters() + " "
                        + group.getValue().copies())
                .toList();
    }

    private static FleetSums several() {
        FleetSums all = new FleetSums();
        all.addAll(sums("whole.jfr", Kind.RECORDING, Map.of("service", "shop"), FIRST, SECOND, THIRD));
        all.addAll(sums("copy.jfr", Kind.RECORDING, Map.of("service", "shop", "pod", "p1"), FIRST));
        all.addAll(sums("other.jfr", Kind.RECORDING, Map.of("service", "cart"), SECOND));
        all.addAll(sums("more.jfr", Kind.RECORDING, Map.of("service", "shop"), THIRD, FOURTH));
        return all;
    }

    /** Each chunk counts once; a copy gives its labels to the recording that has it, if it has more. */
    @Test
    void whatCounts() {
        FleetSums all = several();
        assertThat(all.held())
                .contains(
                        new Held("copy.jfr", Kind.RECORDING, List.of(FIRST), Map.of("service", "shop", "pod", "p1")),
                        new Held("whole.jfr", Kind.RECORDING, List.of(FIRST, SECOND, THIRD), Map.of("service", "shop")))
                .hasSize(4);
        FleetSums counted = all.counted(Copies.among(all.held()));

        assertThat(said(counted))
                .containsExactly(
                        "{pod=p1, recording=whole.jfr, service=shop} {RECORDINGS=1, COPIES=2}"
                                + " [copy.jfr (in whole.jfr), other.jfr (in whole.jfr; it says otherwise service=cart)]",
                        "{recording=more.jfr, service=shop} {RECORDINGS=1, SHARED=1} []");
        assertThat(counted.groups().values())
                .extracting(group -> group.chunks().size())
                .containsExactly(3, 2);
        assertThat(said(all.counted(Copies.among(List.of())))).isEqualTo(said(all));
    }

    @Test
    void foldsThatHaveTheSamePartCountTwice() {
        FleetSums all = new FleetSums();
        all.addAll(sums("a.fold!/x.jfr", Kind.FOLD, Map.of(), FIRST, SECOND));
        all.addAll(sums("b.fold!/y.jfr", Kind.FOLD, Map.of(), SECOND, THIRD));
        all.addAll(sums("x.jfr", Kind.RECORDING, Map.of(), FIRST));

        assertThat(said(all.counted(Copies.among(all.held()))))
                .containsExactly(
                        "{recording=a.fold!/x.jfr} {RECORDINGS=1, COPIES=1} [x.jfr (in a.fold)]",
                        "{recording=b.fold!/y.jfr} {RECORDINGS=1, TWICE=1} []");
    }

    @Test
    void someAndWithoutNames() {
        FleetSums all = several();
        assertThat(said(all.only(name -> name.equals("copy.jfr"))))
                .containsExactly("{pod=p1, recording=copy.jfr, service=shop} {RECORDINGS=1} []");
        assertThat(said(all.withoutNames()))
                .containsExactly(
                        "{pod=p1, service=shop} {RECORDINGS=1} []",
                        "{service=cart} {RECORDINGS=1} []",
                        "{service=shop} {RECORDINGS=2} []");
        assertThat(all.withoutNames().groups().values())
                .as("the chunks of several would grow with their number")
                .allSatisfy(group -> assertThat(group.chunks()).isEmpty());
        assertThat(all.withoutNames().held()).isEmpty();
    }

    /** What others have is read without it: of the shared chunk, which was not known before, one is read again. */
    @Test
    void whatIsReadAgain() {
        List<String> names = List.of("whole.jfr", "copy.jfr", "more.jfr", "alone.jfr");
        Held known = new Held("copy.jfr", Kind.RECORDING, List.of(FIRST), Map.of("pod", "p7"));
        HeldSums held = new HeldSums(names.size(), names::get, List.of(known));
        held.add(0, sums("whole.jfr", Kind.RECORDING, Map.of(), FIRST, SECOND, THIRD), Set.of());
        held.add(1, sums("copy.jfr", Kind.RECORDING, Map.of(), FIRST), Set.of());
        held.add(2, sums("more.jfr", Kind.RECORDING, Map.of(), THIRD, FOURTH), Set.of());
        held.add(3, sums("alone.jfr", Kind.RECORDING, Map.of(), new Chunk(9, 1, 5, 100, true)), Set.of());
        Copies copies = held.copies(each -> each);

        assertThat(held.toReadAgain(copies)).containsExactly(2);
        held.add(2, sums("more.jfr", Kind.RECORDING, Map.of(), FOURTH), Set.of(THIRD));
        Copies again = held.copies(each -> each);
        assertThat(held.toReadAgain(again)).isEmpty();
        FleetSums all = new FleetSums();
        held.addTo(all, again, (name, sums) -> sums.relabelled(labels -> labels.and(Labels.of(Map.of("from", name)))));
        assertThat(said(all))
                .containsExactly(
                        "{from=alone.jfr, recording=alone.jfr} {RECORDINGS=1} []",
                        "{from=more.jfr, recording=more.jfr} {RECORDINGS=1, SHARED=1} []",
                        "{from=whole.jfr, pod=p7, recording=whole.jfr} {RECORDINGS=1, COPIES=1}"
                                + " [copy.jfr (in whole.jfr)]");
        assertThat(held.copies(each -> each.labelled(Map.of("pod", "p8", "node", "n")))
                        .labels("whole.jfr"))
                .as("all have the same")
                .isNull();
    }
}
