package dev.loomweight.input.folded;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The texts, frames and stacks of a section, each written once: texts in the order in which they occur, stacks as a tree from
 * the outermost frame, since most share it.
 */
final class SectionPools {

    private SectionPools() {}

    /** Gathers what is written. */
    static final class Writing {
        private final Map<String, Integer> texts = new HashMap<>();
        private final ByteSink textBytes = new ByteSink();
        private final ByteSink textLengths = new ByteSink();
        private final Map<Frame, Integer> frames = new HashMap<>();
        private final List<Frame> frameList = new ArrayList<>();
        private final Map<Long, Integer> nodes = new HashMap<>();
        private final List<Long> nodeList = new ArrayList<>();

        int text(String text) {
            Integer known = texts.get(text);
            if (known != null) {
                return known;
            }
            byte[] utf = Utf.bytes(text);
            textLengths.unsigned(utf.length);
            textBytes.raw(utf);
            texts.put(text, texts.size());
            return texts.size() - 1;
        }

        private int frame(Frame frame) {
            Integer known = frames.putIfAbsent(frame, frameList.size());
            if (known != null) {
                return known;
            }
            frameList.add(frame);
            return frameList.size() - 1;
        }

        /** The number of a stack: 0 without frames, else that of its innermost frame's node. */
        int stack(List<Frame> stack) {
            int node = 0;
            for (int i = stack.size() - 1; i >= 0; i--) {
                long key = (long) node << 32 | frame(stack.get(i));
                Integer known = nodes.putIfAbsent(key, nodeList.size() + 1);
                if (known == null) {
                    nodeList.add(key);
                }
                node = known == null ? nodeList.size() : known;
            }
            return node;
        }

        void writeTo(ByteSink sink) {
            ByteSink frameBytes = new ByteSink();
            Columns.of(Frame.class).write(new ColumnWriter(frameBytes, this), List.<Object>copyOf(frameList));
            ByteSink parents = new ByteSink();
            ByteSink leaves = new ByteSink();
            int last = 0;
            for (int i = 0; i < nodeList.size(); i++) {
                long key = nodeList.get(i);
                // Mostly that of the node before.
                parents.unsigned(i - (key >>> 32));
                int frame = (int) key;
                leaves.signed(frame - last);
                last = frame;
            }
            sink.unsigned(texts.size());
            sink.raw(textLengths.toBytes());
            sink.raw(textBytes.toBytes());
            sink.unsigned(frameList.size());
            sink.raw(frameBytes.toBytes());
            sink.unsigned(nodeList.size());
            sink.raw(parents.toBytes());
            sink.raw(leaves.toBytes());
        }
    }

    /** Gives back what was written. */
    static final class Reading {

        /** So many frames of all stacks together are made at most: stacks share frames, and a file may lie. */
        private static final int MAX_FRAMES = 1 << 24;

        private final ByteView view;
        private final List<String> texts = new ArrayList<>();
        private final List<Frame> frames = new ArrayList<>();
        private int[] parents = new int[0];
        private int[] leaves = new int[0];
        private int[] depths = new int[0];
        private final Map<Integer, List<Frame>> stacks = new HashMap<>();
        private final Map<Integer, StackTrace> traces = new HashMap<>();
        private int made;

        Reading(ByteView view) {
            this.view = view;
        }

        void read() {
            int[] lengths = new int[view.count()];
            for (int i = 0; i < lengths.length; i++) {
                lengths[i] = view.count();
            }
            for (int length : lengths) {
                texts.add(Utf.text(view.raw(length), view));
            }
            int count = view.count();
            for (Object frame : Columns.of(Frame.class).read(new ColumnReader(view, this), count)) {
                frames.add((Frame) frame);
            }
            count = view.count();
            parents = new int[count];
            leaves = new int[count];
            depths = new int[count + 1];
            for (int i = 0; i < count; i++) {
                parents[i] = view.index(i - view.unsigned(), i + 1);
                depths[i + 1] = depths[parents[i]] + 1;
            }
            long last = 0;
            for (int i = 0; i < count; i++) {
                last += view.signed();
                leaves[i] = view.index(last, frames.size());
            }
        }

        String text(long number) {
            return texts.get(view.index(number, texts.size()));
        }

        List<Frame> stack(long number) {
            int node = view.index(number, depths.length);
            List<Frame> known = stacks.get(node);
            if (known == null) {
                made += depths[node];
                if (made > MAX_FRAMES) {
                    throw view.damaged("its stacks are too many");
                }
                List<Frame> all = new ArrayList<>(depths[node]);
                for (int at = node; at != 0; at = parents[at - 1]) {
                    all.add(frames.get(leaves[at - 1]));
                }
                known = List.copyOf(all);
                stacks.put(node, known);
            }
            return known;
        }

        /** One object of equal stacks, which is what those who count them hope for. */
        StackTrace trace(long number) {
            int key = view.index(number, 2 * depths.length);
            StackTrace known = traces.get(key);
            if (known == null) {
                known = new StackTrace(stack(key >>> 1), (key & 1) != 0);
                traces.put(key, known);
            }
            return known;
        }
    }

    /** UTF-8, with what is no text in it as it is: names come from recordings. */
    private static final class Utf {

        private static final byte PLAIN = 0;
        private static final byte UNITS = 1;

        private static byte[] bytes(String text) {
            byte[] utf = text.getBytes(StandardCharsets.UTF_8);
            if (!hasSurrogates(text) || new String(utf, StandardCharsets.UTF_8).equals(text)) {
                byte[] bytes = new byte[utf.length + 1];
                bytes[0] = PLAIN;
                System.arraycopy(utf, 0, bytes, 1, utf.length);
                return bytes;
            }
            // Half of a surrogate pair.
            byte[] bytes = new byte[2 * text.length() + 1];
            bytes[0] = UNITS;
            for (int i = 0; i < text.length(); i++) {
                bytes[2 * i + 1] = (byte) (text.charAt(i) >> 8);
                bytes[2 * i + 2] = (byte) text.charAt(i);
            }
            return bytes;
        }

        private static boolean hasSurrogates(String text) {
            for (int i = 0; i < text.length(); i++) {
                if (Character.isSurrogate(text.charAt(i))) {
                    return true;
                }
            }
            return false;
        }

        private static String text(byte[] bytes, ByteView view) {
            if (bytes.length == 0 || (bytes[0] == UNITS && bytes.length % 2 == 0)) {
                throw view.damaged("a text is cut");
            }
            if (bytes[0] != UNITS) {
                return new String(bytes, 1, bytes.length - 1, StandardCharsets.UTF_8);
            }
            StringBuilder text = new StringBuilder();
            for (int i = 1; i < bytes.length; i += 2) {
                text.append((char) (((bytes[i] & 0xFF) << 8) | (bytes[i + 1] & 0xFF)));
            }
            return text.toString();
        }
    }
}
