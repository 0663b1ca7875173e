package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.render.stacks.FoldedStacks;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.StackTree.Marker;
import dev.loomweight.report.StackTree.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FoldedStacksTest {

    private static final Pattern FOLDED = Pattern.compile("… (\\d+) frames of .*");

    @Test
    void whatIsShownAndWhatIsCountedIsAllThereWas() {
        qt().withExamples(3000).forAll(longs().all()).checkAssert(seed -> {
            Random random = new Random(seed);
            Node root = random(random, "group", Marker.GROUP, 1 + random.nextInt(30));
            List<Node> before = all(List.of(root));
            List<Node> after = all(FoldedStacks.of(List.of(root)));

            assertThat(frames(after))
                    .isEqualTo(before.stream().filter(Node::isFrame).count());
            assertThat(after.stream().filter(node -> isToBeShown(node)).map(Node::label))
                    .as("none that matters is missing")
                    .containsExactlyInAnyOrderElementsOf(before.stream()
                            .filter(node -> isToBeShown(node))
                            .map(Node::label)
                            .toList());
            assertThat(ends(after)).as("no count is lost").isEqualTo(ends(before));
        });
    }

    @Test
    void oneLineStandsForAllThatLeadsToAFrame() {
        Node tomcat = chain(4, "Tomcat", passage("run", "the JDK", 1, List.of()));
        Node jetty = chain(2, "Jetty", passage("start", "the JDK", 2, List.of()));
        Node own = new Node("com.acme.Cart.add", Marker.HOLDER, 3, 30, List.of(tomcat, jetty));

        assertThat(FoldedStacks.of(List.of(new Node("site", Marker.GROUP, 3, 30, List.of(own)))))
                .containsExactly(new Node(
                        "site",
                        Marker.GROUP,
                        3,
                        30,
                        List.of(new Node(
                                "com.acme.Cart.add",
                                Marker.HOLDER,
                                3,
                                30,
                                List.of(new Node(
                                        "… 8 frames of Tomcat, Jetty, the JDK", Marker.NONE, 3, 30, List.of()))))));
    }

    @Test
    void betweenTwoFramesThatAreShownThereIsALineToo() {
        Node main = new Node("com.acme.Shop.main", Marker.NONE, 1, 10, List.of());
        Node holder = new Node("com.acme.Cart.add", Marker.HOLDER, 1, 10, List.of(chain(5, "Spring", main)));

        assertThat(labels(FoldedStacks.of(List.of(holder))))
                .containsExactly("com.acme.Cart.add", "… 5 frames of Spring", "com.acme.Shop.main");
    }

    @Test
    void fewFramesAreShownRatherThanCounted() {
        Node holder = new Node(
                "com.acme.Cart.add",
                Marker.HOLDER,
                1,
                10,
                List.of(chain(1, "Tomcat", passage("run", "the JDK", 1, List.of()))));

        assertThat(labels(FoldedStacks.of(List.of(holder)))).containsExactly("com.acme.Cart.add", "Tomcat1", "run");
    }

    @Test
    void aTruncatedStackSaysSoInTheLine() {
        Node end = new Node(StackTree.TRUNCATED + "64 frames)", Marker.NONE, 1, 10, List.of());
        Node holder = new Node("com.acme.Cart.add", Marker.HOLDER, 1, 10, List.of(chain(3, "Tomcat", end)));

        assertThat(labels(FoldedStacks.of(List.of(holder))))
                .containsExactly("com.acme.Cart.add", "… 3 frames of Tomcat, truncated");
    }

    @Test
    void aStackMayBeDeeperThanOurs() {
        Node deep = chain(200_000, "Tomcat", new Node("com.acme.Shop.main", Marker.NONE, 1, 10, List.of()));

        assertThat(labels(FoldedStacks.of(List.of(new Node("site", Marker.GROUP, 1, 10, List.of(deep))))))
                .containsExactly("site", "… 200000 frames of Tomcat", "com.acme.Shop.main");
    }

    private static boolean isToBeShown(Node node) {
        return node.passage().isEmpty()
                && node.isFrame()
                && !FOLDED.matcher(node.label()).matches();
    }

    /** Those that are shown, and those that lines stand for. */
    static long frames(List<Node> nodes) {
        long sum = 0;
        for (Node node : nodes) {
            Matcher folded = FOLDED.matcher(node.label());
            sum += folded.matches() ? Long.parseLong(folded.group(1)) : node.isFrame() ? 1 : 0;
        }
        return sum;
    }

    // What nodes have that their callers lack: the stacks that end there.
    private static long ends(List<Node> nodes) {
        return nodes.stream()
                .mapToLong(node -> node.count()
                        - node.children().stream().mapToLong(Node::count).sum())
                .sum();
    }

    private static List<Node> all(List<Node> roots) {
        List<Node> all = new ArrayList<>(roots);
        for (int i = 0; i < all.size(); i++) {
            all.addAll(all.get(i).children());
        }
        return all;
    }

    private static List<String> labels(List<Node> roots) {
        return all(roots).stream().map(Node::label).toList();
    }

    private static Node passage(String label, String name, long count, List<Node> children) {
        return new Node(label, Marker.NONE, count, 10 * count, children, name);
    }

    /** So many frames, each called by the next, the last by an outer one. */
    private static Node chain(int length, String name, Node outer) {
        Node node = outer;
        for (int i = length; i > 0; i--) {
            node = passage(name + i, name, outer.count(), List.of(node));
        }
        return node;
    }

    private static Node random(Random random, String label, Marker marker, int depth) {
        List<Node> children = new ArrayList<>();
        int number = depth == 0 ? 0 : random.nextInt(10) == 0 ? 1 + random.nextInt(3) : 1;
        for (int i = 0; i < number; i++) {
            int kind = random.nextInt(12);
            Marker as = kind == 0 ? Marker.HOLDER : kind == 1 ? Marker.BLOCKER : Marker.NONE;
            children.add(random(random, label + i, as, depth - 1));
        }
        long count = children.stream().mapToLong(Node::count).sum() + (number == 0 ? 1 : random.nextInt(8) / 7);
        String passage = marker != Marker.NONE || random.nextInt(4) == 0
                ? ""
                : List.of("A", "B").get(random.nextInt(2));
        return new Node(label, marker, count, count, children, passage);
    }

    @Test
    void theNamesOfManyAreCutShort() {
        List<Node> chain = new ArrayList<>(List.of(passage("last", "Z", 1, List.of())));
        IntStream.range(0, 6).forEach(i -> chain.add(passage("f" + i, "P" + i, 1, List.of(chain.getLast()))));
        Node holder = new Node("com.acme.Cart.add", Marker.HOLDER, 1, 10, List.of(chain.getLast()));

        assertThat(labels(FoldedStacks.of(List.of(holder))).getLast())
                .isEqualTo("… 7 frames of P0, P1, P2, P3 and 3 more");
    }
}
