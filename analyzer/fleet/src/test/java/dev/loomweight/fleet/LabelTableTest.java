package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LabelTableTest {

    @Test
    void theRowThatNamesMostOfThePathWinsAndTheFileWinsOverItsFolder() {
        LabelTable table = LabelTable.of("\uFEFFfile,service,note\r\n"
                + "a.jfr,any,\"one, \"\"two\"\"\"\r\n"
                + "\r\n"
                + "x/a.jfr,nearer,\n"
                + "./y/,folder,of y");

        assertThat(table.size()).isEqualTo(3);
        assertThat(table.labels("z/a.jfr").toString()).isEqualTo("{note=one, \"two\", service=any}");
        assertThat(table.labels("/srv/x/a.jfr").toString()).isEqualTo("{service=nearer}");
        assertThat(table.labels("y/deep/b.jfr").toString()).isEqualTo("{note=of y, service=folder}");
        assertThat(table.labels("y/a.jfr").get("service")).isEqualTo("any");
        assertThat(table.labels("ba.jfr")).isEqualTo(Labels.NONE);
    }

    /** The column of the file may be any; commas, line ends and quotation marks may be within quotation marks. */
    @Test
    void formsOfTables() {
        LabelTable table =
                LabelTable.of("service, file ,note\r\ncart,.\\./x\\a.jfr, b \nshop,y//,\"c,\n\"\"d\"\"\"\r\n");

        assertThat(table.size()).isEqualTo(2);
        assertThat(table.labels("././x/a.jfr")).hasToString("{note=b, service=cart}");
        assertThat(table.labels("x\\a.jfr/")).hasToString("{note=b, service=cart}");
        assertThat(table.labels("y/b.jfr")).hasToString("{note=c,\n\"d\", service=shop}");
        assertThat(table.labels("")).isEqualTo(Labels.NONE);
    }

    @Test
    void whatIsNoTableIsRefused() {
        assertThatThrownBy(() -> LabelTable.of("")).hasMessage("it is empty");
        assertThatThrownBy(() -> LabelTable.of("path,service\nx,y"))
                .hasMessage("its first line has no column \"file\", but path, service");
        assertThatThrownBy(() -> LabelTable.of("file,service\nx")).hasMessage("record 2 has 1 values for 2 columns");
        assertThatThrownBy(() -> LabelTable.of("file,service\n\"x,y"))
                .hasMessage("a quotation mark in record 2 has no end");
    }
}
