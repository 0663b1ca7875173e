package dev.loomweight.render;

import dev.loomweight.render.stacks.StackProfiles;
import dev.loomweight.render.stacks.StackProfiles.Frame;
import dev.loomweight.render.stacks.StackProfiles.Profile;
import dev.loomweight.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * The stacks of a report for pprof, by its <a
 * href="https://github.com/google/pprof/blob/main/proto/profile.proto">profile.proto</a>: one profile, in which each stack
 * has a value of each measure. The few messages are written here: a library for them is larger than all renderers.
 */
final class PprofRenderer implements Renderer {

    // Numbers of fields, as profile.proto has them.
    private static final int SAMPLE_TYPE = 1;
    private static final int SAMPLE = 2;
    private static final int LOCATION = 4;
    private static final int FUNCTION = 5;
    private static final int STRING_TABLE = 6;
    private static final int DEFAULT_SAMPLE_TYPE = 14;
    private static final int LOCATION_LINE = 4;
    private static final int FUNCTION_FILE = 4;

    /** The bytes without compression, in Base64: a text, for whoever has no place for bytes. */
    @Override
    public void render(Report report, Appendable out) throws IOException {
        out.append(Base64.getEncoder().encodeToString(profile(report))).append('\n');
    }

    @Override
    public byte[] bytes(Report report) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(profile(report));
        }
        return bytes.toByteArray();
    }

    private static byte[] profile(Report report) throws IOException {
        StackProfiles profiles = StackProfiles.of(report);
        StackProfiles.Texts texts = new StackProfiles.Texts();
        Message all = new Message();
        Map<List<Integer>, long[]> stacks = new LinkedHashMap<>();
        List<Profile> measures = profiles.profiles();
        for (int i = 0; i < measures.size(); i++) {
            Profile measure = measures.get(i);
            all.add(
                    SAMPLE_TYPE,
                    new Message().add(1, texts.of(measure.measure())).add(2, texts.of(measure.unit())));
            for (StackProfiles.Sample sample : measure.samples()) {
                stacks.computeIfAbsent(sample.frames(), frames -> new long[measures.size()])[i] += sample.value();
            }
        }
        stacks.forEach((frames, values) -> all.add(
                SAMPLE,
                new Message()
                        .add(1, frames.stream().mapToLong(frame -> frame + 1L).toArray())
                        .add(2, values)));
        Map<List<String>, Integer> functions = new LinkedHashMap<>();
        List<Frame> frames = profiles.frames();
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            int function =
                    1 + functions.computeIfAbsent(List.of(frame.function(), frame.file()), added -> functions.size());
            all.add(
                    LOCATION,
                    new Message()
                            .add(1, i + 1)
                            .add(LOCATION_LINE, new Message().add(1, function).add(2, frame.line())));
        }
        for (List<String> function : new ArrayList<>(functions.keySet())) {
            int name = texts.of(function.getFirst());
            all.add(
                    FUNCTION,
                    new Message()
                            .add(1, 1 + functions.getOrDefault(function, 0))
                            .add(2, name)
                            .add(3, name)
                            .add(FUNCTION_FILE, texts.of(function.getLast())));
        }
        texts.all().forEach(text -> all.add(STRING_TABLE, SafeText.of(text).getBytes(StandardCharsets.UTF_8)));
        if (!measures.isEmpty()) {
            all.add(DEFAULT_SAMPLE_TYPE, texts.of(measures.getFirst().measure()));
        }
        return all.bytes.toByteArray();
    }

    /** A message of Protocol Buffers: numbers as varints, all else with its length. */
    private static final class Message {
        private static final int VARINT = 0;
        private static final int BYTES = 2;

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        private Message add(int field, long value) {
            if (value != 0) {
                varint((long) field << 3 | VARINT);
                varint(value);
            }
            return this;
        }

        private Message add(int field, long... values) {
            Message packed = new Message();
            for (long value : values) {
                packed.varint(value);
            }
            return add(field, packed);
        }

        private Message add(int field, Message message) {
            return add(field, message.bytes.toByteArray());
        }

        private Message add(int field, byte[] value) {
            varint((long) field << 3 | BYTES);
            varint(value.length);
            bytes.writeBytes(value);
            return this;
        }

        private void varint(long value) {
            long left = value;
            while ((left & ~0x7FL) != 0) {
                bytes.write((int) ((left & 0x7F) | 0x80));
                left >>>= 7;
            }
            bytes.write((int) left);
        }
    }
}
