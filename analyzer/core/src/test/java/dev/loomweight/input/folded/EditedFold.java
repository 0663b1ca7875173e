package dev.loomweight.input.folded;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;

/**
 * Fold files with right checksums and lengths, and wrong contents. The input says which section of which unit, and then where
 * and by what, edit after edit; so each is a file of which almost everything makes sense.
 */
public final class EditedFold {

    private static final int MAX_EDITS = 8;

    // The place in three bytes, how many bytes are replaced, and how many by.
    private static final int EDIT_HEAD = 5;

    private EditedFold() {}

    /** How many sections the units of a file have together. */
    public static int sections(byte[] file) {
        return units(file).stream().mapToInt(List::size).sum();
    }

    /**
     * The file with edits in one of its sections.
     *
     * @param file a fold file
     * @param section which of all, from 0; what is more than there are counts from the first on
     * @param edits the place in three bytes, how many bytes are taken out in one, how many are put in in one, and these; edit
     *     after edit
     */
    public static byte[] of(byte[] file, int section, byte[] edits) {
        List<List<Section>> units = units(file);
        int chosen = section % sections(file);
        ByteSink sink = new ByteSink();
        FileHead.UNITS.writeTo(sink);
        sink.unsigned(units.size());
        for (List<Section> unit : units) {
            ByteSink one = new ByteSink();
            one.unsigned(unit.size());
            for (Section each : unit) {
                one.octet(each.number);
                (chosen-- == 0 ? edited(each.packed, edits) : each.packed).writeTo(one);
            }
            byte[] bytes = one.toBytes();
            sink.unsigned(bytes.length);
            sink.raw(bytes);
        }
        return sink.toBytes();
    }

    private record Section(int number, Packed packed) {}

    private static List<List<Section>> units(byte[] file) {
        ByteView view = new ByteView(file, "fold");
        FileHead.UNITS.read(view);
        List<List<Section>> units = new ArrayList<>();
        for (int left = view.count(); left > 0; left--) {
            ByteView unit = new ByteView(view.raw(view.count()), "fold");
            List<Section> sections = new ArrayList<>();
            for (int more = unit.count(); more > 0; more--) {
                sections.add(new Section(unit.octet(), Packed.read(unit, Integer.MAX_VALUE)));
            }
            units.add(sections);
        }
        return units;
    }

    private static Packed edited(Packed packed, byte[] edits) {
        byte[] plain;
        try {
            plain = packed.unpacked();
        } catch (DataFormatException e) {
            throw new IllegalArgumentException(e);
        }
        int at = 0;
        for (int i = 0; i < MAX_EDITS && at + EDIT_HEAD <= edits.length; i++) {
            int place = (edits[at] & 0xFF) << 16 | (edits[at + 1] & 0xFF) << 8 | (edits[at + 2] & 0xFF);
            int out = (edits[at + 3] & 0xFF) % 16;
            int in = Math.min((edits[at + 4] & 0xFF) % 64, edits.length - at - EDIT_HEAD);
            at += EDIT_HEAD;
            int from = plain.length == 0 ? 0 : place % plain.length;
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            whole.write(plain, 0, from);
            whole.writeBytes(Arrays.copyOfRange(edits, at, at + in));
            int rest = Math.min(plain.length, from + out);
            whole.write(plain, rest, plain.length - rest);
            plain = whole.toByteArray();
            at += in;
        }
        return Packed.of(plain, Deflater.BEST_SPEED);
    }
}
