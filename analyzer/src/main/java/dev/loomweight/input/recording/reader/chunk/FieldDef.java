package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.sample.EventField.Meaning;

/**
 * A field of a class of the metadata.
 *
 * @param name the field's name
 * @param label the index of its label among the strings of the metadata, or -1
 * @param type what it holds
 * @param pooled whether what is written is the number of a constant
 * @param array whether it holds any number of them, their number first
 * @param meaning what an integer means, from the field's annotations
 */
record FieldDef(String name, int label, ClassDef type, boolean pooled, boolean array, Meaning meaning) {}
