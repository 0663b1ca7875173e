package dev.loomweight.input.folded;

/**
 * Where columns are read.
 *
 * @param bytes has numbers
 * @param pools has texts and stacks
 * @param former whether the file does not have what {@linkplain OptionalParts#isLater came later}
 */
record ColumnReader(ByteView bytes, SectionPools.Reading pools, boolean former) {

    ColumnReader(ByteView bytes, SectionPools.Reading pools) {
        this(bytes, pools, false);
    }

    /** The same of a file that does not have what came later. */
    ColumnReader ofFormer() {
        return new ColumnReader(bytes, pools, true);
    }
}
